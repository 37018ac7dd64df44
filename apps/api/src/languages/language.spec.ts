import { dateIn, daysAgo, languageFor, plural, timeFromNow } from './language';
import { pageTexts } from './texts';

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

describe('plural', () => {
  const { requests: english } = pageTexts('en');

  it.each([
    ['en', 1, 'Requested by 1 person'],
    ['en', 1234, 'Requested by 1,234 people'],
    ['de', 1234, 'Von 1.234 Personen gewünscht'],
    ['ar', 0, 'لم يطلبه أحد'],
    ['ar', 2, 'طلبه شخصان'],
    ['ar', 3, 'طلبه 3 أشخاص'],
    ['ar', 11, 'طلبه 11 شخصًا'],
    ['ar', 100, 'طلبه 100 شخص'],
    ['pl', 22, 'Poprosiły o to 22 osoby'],
    ['pl', 25, 'Poprosiło o to 25 osób'],
    ['ru', 21, 'Об этом попросил 21 человек'],
    ['ro', 19, 'Cerut de 19 persoane'],
    ['ro', 20, 'Cerut de 20 de persoane'],
    ['es', 1_000_000, 'Pedido por 1.000.000 de personas'],
    ['ja', 5, '5人が希望'],
  ] as const)('has the form of the language: %s, %d', (language, n, expected) => {
    expect(plural(language, n, pageTexts(language).requests)).toBe(expected);
  });

  it('uses the general form for one that is left out', () => {
    expect(plural('pl', 3, english)).toBe('Requested by 3 people');
    expect(plural('pl', 1, { other: 'x {n}' })).toBe('x 1');
  });
});

it.each([
  [0, 'today'],
  [1, 'yesterday'],
  [13, '13 days ago'],
  [14, '2 weeks ago'],
  [59, '8 weeks ago'],
  [60, '2 months ago'],
  [149, '4 months ago'],
  [150, '5 months ago'],
  [729, '24 months ago'],
  [730, '2 years ago'],
  [1095, '3 years ago'],
])('daysAgo has the unit that fits %d days', (days, expected) => {
  expect(daysAgo('en', days)).toBe(expected);
});

it('daysAgo and dateIn have the form of the language', () => {
  expect(daysAgo('de', 0)).toBe('heute');
  expect(daysAgo('uk', 3)).toBe('3 дні тому');
  expect(dateIn('en', '2026-03-05T23:59:59.999Z')).toBe('March 5, 2026');
  expect(dateIn('de', '2026-03-05T00:00:00.000Z')).toBe('5. März 2026');
  expect(dateIn('ja', '2026-03-05T09:00:00.000Z')).toBe('2026年3月5日');
});
