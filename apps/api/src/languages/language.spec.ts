import { languageFor, timeFromNow } from './language';

/** form.md 9 */
describe('languageFor', () => {
  it.each([
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,en;q=0.8', 'de'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['fr;q=0, sv', 'sv'],
    ['xx, *;q=0.5, tlh, it;q=0.1', 'it'],
    ['pt', 'pt-BR'],
    ['pt-BR', 'pt-BR'],
    ['pt-AO', 'pt-PT'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW,ja;q=0.5', 'ja'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['AR-eg', 'ar'],
    ['a,,;q=,💥;q=1,\u0000', 'en'],
    [`${'xx,'.repeat(100)}de`, 'en'],
  ])('finds the language of %j', (accepted, language) => {
    expect(languageFor({ accepted }, null)).toBe(language);
  });

  it('prefers the parameter to the setting, and the setting to the browser', () => {
    expect(languageFor({ lang: 'ja-JP', accepted: 'de' }, 'fr')).toBe('ja');
    expect(languageFor({ accepted: 'de' }, 'fr')).toBe('fr');
    for (const lang of ['xx', '', ['de'], undefined]) expect(languageFor({ lang }, 'fr')).toBe('fr');
  });
});

it('timeFromNow has the form of the language', () => {
  expect(timeFromNow('en', 1)).toBe('in 1 second');
  expect(timeFromNow('en', 119)).toBe('in 119 seconds');
  expect(timeFromNow('en', 121)).toBe('in 3 minutes');
  expect(timeFromNow('ru', 1)).toBe('через 1 секунду');
  expect(timeFromNow('pl', 300)).toBe('za 5 minut');
});
