import { LANGUAGES } from '@libs/accounts';
import { formTexts } from './texts';

/** form.md 9 */
describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = formTexts(language);
  const { messages } = texts;

  it('have the values that replace their placeholders', () => {
    const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? [];
    const expected = { left: ['{n}'], over: ['{n}'], rateLimit: ['{time}'] };
    for (const [name, text] of Object.entries(messages).filter(([key]) => key !== 'issues'))
      expect([name, placeholders(text as string)]).toEqual([
        name,
        expected[name as keyof typeof expected] ?? [],
      ]);
    for (const [code, text] of Object.entries(messages.issues))
      expect([code, placeholders(text)]).toEqual([code, code === 'too_long' ? ['{max}'] : []]);
    for (const text of [texts.heading('<A>'), texts.thanks('<A>'), texts.closed('<A>')])
      expect(text.split('<A>')).toHaveLength(2);
    expect(texts.again('<A>')).toContain('<A>');
    expect(texts.problem('<A>')).toContain('<A>');
    expect(texts.labeled('<A>', '<B>')).toMatch(/<A>.+<B>/);
  });

  it('have the same error codes as in English', () => {
    expect(Object.keys(messages.issues).sort()).toEqual(Object.keys(formTexts('en').messages.issues).sort());
  });
});
