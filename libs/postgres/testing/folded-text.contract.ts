import { folded, withoutAccents } from '@libs/kernel';
import { sharedDataSource } from './in-test-file';

/** Scripts with case, accents, or several forms of a character, and their punctuation. Others differ by version of Unicode. */
const BLOCKS = [
  [0x20, 0x0700],
  [0x1100, 0x1200],
  [0x1d00, 0x2000],
  [0x2000, 0x2100],
  [0x2150, 0x2190],
  [0x3000, 0x3400],
  [0xac00, 0xad00],
  [0xf900, 0x10000],
] as const;

/** Compares folding in PostgreSQL and in TypeScript (lists.md 3), for every `step`th character. */
export function foldedTextContract(step: number): void {
  describe('folded and without_accents of many characters', () => {
    it('are the same in PostgreSQL as in TypeScript', async () => {
      const dataSource = await sharedDataSource();
      const characters = BLOCKS.flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, i) => String.fromCodePoint(from + i)),
      ).filter((one, i) => i % step === 0 && /\P{Cn}/u.test(one));
      const texts = ['I\u0307', ...characters.flatMap((one) => [`a${one}b`, `${one}\u0301`])];
      const rows = await dataSource.query<{ text: string; folded: string; plain: string }[]>(
        `SELECT text, folded(text), without_accents(folded(text)) AS plain FROM unnest($1::text[]) AS text`,
        [texts],
      );
      const different = rows.filter(
        (row) => row.folded !== folded(row.text) || row.plain !== withoutAccents(folded(row.text)),
      );
      expect(different).toEqual([]);
    });

    it('join every character of a long text to the one before as in a short text', async () => {
      const characters = Array.from({ length: 0x1f000 / step }, (_, n) => n * step)
        .filter((code) => code < 0xad00 || code >= 0xe000)
        .map((code) => String.fromCodePoint(code));
      const composed = characters.filter(
        (one) => one.normalize('NFC') === one && one.normalize('NFD') !== one,
      );
      const jamo = characters.filter((one) => /[\u1100-\u11ff]/.test(one.normalize('NFKC')));
      const ends = [
        ...composed.map((one) => one.normalize('NFD')),
        // U+0345 is the mark that comes last.
        ...characters.filter((one) => /\p{M}/u.test(one)).map((mark) => `x\u0345${mark}`),
        ...jamo.flatMap((one) => [`\u1100${one}`, `가${one}`]),
      ];
      const different = await (
        await sharedDataSource()
      ).query<object[]>(
        `WITH texts AS (SELECT ending, repeat('x', 251 - char_length(ending)) AS start FROM unnest($1::text[]) AS ending)
         SELECT ending FROM texts WHERE folded(start || ending) <> start || folded(ending)`,
        [ends],
      );
      expect(different).toEqual([]);
    });
  });
}
