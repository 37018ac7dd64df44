/**
 * Languages whose month names are recognized, most frequent first. Without Croatian: its `listopad` is October, but
 * November in Czech and Polish.
 */
export const MONTH_LANGUAGES: readonly string[] = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'pt',
    'it',
    'nl',
    'pl',
    'ru',
    'tr',
    'sv',
    'da',
    'nb',
    'fi',
    'cs',
    'sk',
    'hu',
    'ro',
  ],
  ...['uk', 'el', 'bg', 'sr', 'sr-Latn', 'sl', 'lt', 'lv', 'et', 'ca', 'gl', 'eu', 'is', 'mk', 'be', 'id'],
];

/** Abbreviations that `Intl` doesn't have: of Excel in German, and of British English in other browsers. */
const MORE_NAMES: ReadonlyMap<string, number> = new Map([
  ['mrz', 3],
  ['sept', 9],
]);

/** Without accents, which many people leave out. No two months of these languages differ only in accents. */
const normalize = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|\.$/gu, '')
    .replace(/^(de |d['’])/, '');

let englishNames: ReadonlyMap<string, number> | null = null;
let allNames: ReadonlyMap<string, number> | null = null;

/** The month with this full or abbreviated name, from 1 to 12; 0 if no language has it. */
export function monthNumber(name: string): number {
  const normalized = normalize(name);
  return (
    (englishNames ??= namesOf(['en'])).get(normalized) ??
    (allNames ??= namesOf(MONTH_LANGUAGES)).get(normalized) ??
    0
  );
}

function namesOf(languages: readonly string[]): ReadonlyMap<string, number> {
  const names = new Map(MORE_NAMES);
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      // With a day, many languages have another form of the name.
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
          month,
          day,
          timeZone: 'UTC',
        });
        for (let index = 0; index < 12; index++) {
          const parts = format.formatToParts(Date.UTC(2024, index, 1));
          const name = parts.find(({ type }) => type === 'month')?.value ?? '';
          if (!/\d/.test(name)) names.set(normalize(name), index + 1);
        }
      }
    }
  }
  return names;
}
