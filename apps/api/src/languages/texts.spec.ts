import { LANGUAGES, type Language } from '@libs/accounts';
import { daysAgo } from './language';
import { followTexts, formTexts, messageTexts, pageTexts } from './texts';

const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? [];

/** form.md 9 */
describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = formTexts(language);
  const { messages } = texts;

  it('have the values that replace their placeholders', () => {
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

/** Plural forms whose number is a word. */
const WRITTEN_OUT: Partial<Record<Language, readonly string[]>> = { ar: ['zero', 'one', 'two'] };
/** What languages other than English write like it. */
const LOANWORDS = ['Feed', 'Name', 'Roadmap', 'Send link', '{n} vote', '{n} votes'];

/** form.md 9 */
describe.each(LANGUAGES)('the texts of pages in %s', (language) => {
  const texts = pageTexts(language);

  it('have the plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const forms of [texts.requests, texts.votes, texts.newChanges])
      expect(Object.keys(forms).sort()).toEqual(pluralCategories.toSorted());
    for (const forms of [texts.requests, texts.newChanges])
      for (const [category, text] of Object.entries(forms))
        expect([category, placeholders(text as string)]).toEqual([
          category,
          WRITTEN_OUT[language]?.includes(category) ? [] : ['{n}'],
        ]);
  });

  it('have the values of their functions', () => {
    for (const titleOf of [texts.roadmapOf, texts.changelogOf])
      expect(titleOf('<A>').split('<A>')).toHaveLength(2);
    for (const days of [0, 1, 2, 3, 14, 150, 730])
      expect(texts.moved(daysAgo(language, days)).split(daysAgo(language, days))).toHaveLength(2);
  });

  it('are not empty, and have no straight quotation marks', () => {
    for (const [name, text] of sentences(language))
      expect([name, text]).toEqual([name, expect.stringMatching(/^[^\s'"][^'"]*$/)]);
  });
});

it.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the texts of pages in %s are translated',
  (language) => {
    const english = new Map(sentences('en'));
    const same = sentences(language).filter(([name, text]) => text === english.get(name));
    expect(same.filter(([, text]) => !LOANWORDS.includes(text))).toEqual([]);
  },
);

it('Arabic isolates the name of the account from the direction of the text', () => {
  const { roadmapOf, changelogOf } = pageTexts('ar');
  for (const titleOf of [roadmapOf, changelogOf]) expect(titleOf('Acme')).toContain('\u2068Acme\u2069');
});

/** following.md 3, following.md 5 */
describe.each(LANGUAGES)('the texts for followers in %s', (language) => {
  it('have the values of their functions, and no straight quotation marks', () => {
    for (const [name, text, values] of followerSentences(language)) {
      expect([name, text.split('<A>').length - 1]).toEqual([name, values]);
      expect([name, text]).toEqual([name, expect.stringMatching(/^[^\s'"][^'"]*$/)]);
    }
  });

  it('are translated', () => {
    const english = new Set(language === 'en' ? [] : followerSentences('en').map(([, text]) => text));
    const same = followerSentences(language).filter(([, text]) => english.has(text));
    expect(same.filter(([, text]) => !LOANWORDS.includes(text))).toEqual([]);
  });
});

/** votes.md 9 */
describe.each(LANGUAGES)('the numbers in messages in %s', (language) => {
  const { confirmVotes, more } = messageTexts(language);
  const categories = (from: number, to: number) => {
    const rules = new Intl.PluralRules(language);
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return new Set([...numbers.map((n) => rules.select(n)), 'other']);
  };

  it('have the plural forms that the language needs for them', () => {
    expect(new Set(Object.keys(confirmVotes))).toEqual(categories(2, 100));
    expect(new Set(Object.keys(more))).toEqual(categories(1, 80));
  });

  it('are in each form, or a word', () => {
    for (const forms of [confirmVotes, more])
      for (const [category, text] of Object.entries(forms)) {
        const isWord = WRITTEN_OUT[language]?.includes(category);
        expect([category, placeholders(text as string)]).toEqual([category, isWord ? [] : ['{n}']]);
      }
  });
});

/** Names, texts, and how often a text has its value. */
function followerSentences(language: Language): [string, string, number][] {
  const texts = [...Object.entries(messageTexts(language)), ...Object.entries(followTexts(language))];
  return texts.flatMap(([name, text]) =>
    typeof text === 'function'
      ? [[name, (text as (value: string) => string)('<A>'), 1] as [string, string, number]]
      : Object.values<string>(typeof text === 'string' ? [text] : { ...text }).map(
          (one): [string, string, number] => [name, one, 0],
        ),
  );
}

/** All texts of pages, with the names of their keys. */
function sentences(language: Language): [string, string][] {
  const { roadmapOf, moved, ...texts } = pageTexts(language);
  const strings = { ...texts, roadmapOf: roadmapOf('<A>'), moved: moved('<A>') };
  return Object.entries(strings).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[key, value] as [string, string]]
      : Object.entries(value).map(([part, text]): [string, string] => [`${key}.${part}`, text as string]),
  );
}
