import { SYSTEM } from '@libs/kernel';
import fc from 'fast-check';
import { LINK_KINDS, SOURCES, STATUSES, unguarded, type Feedback, type ItemLists } from '../../src';
import { aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import { bytesOf, type ExportPair } from './feedback-exporter.contract';
import { InMemoryFeedbackExporter } from './in-memory-feedback-exporter';

const minute = (n: number) => new Date(Date.UTC(2026, 2, 3, 10, n)).toISOString();
const NEVER_ABORTED = new AbortController().signal;
const FORMATS = ['json', 'ndjson', 'csv'] as const;

/** Property-based contract test of `FeedbackExporter`, with `numRuns` random sets of items. */
export function exportProperties(name: string, make: () => Promise<ExportPair>, numRuns: number): void {
  it(`FeedbackExporter, ${name}, preserves any text in every format`, async () => {
    const { items, exporter } = await make();
    await fc.assert(
      fc.asyncProperty(fc.array(anItem, { minLength: 1, maxLength: 8 }), async (drafts) => {
        const accountId = anAccountId();
        const all = drafts.map((item, n) => aFeedback({ accountId, ...item, ...timesOf(n) })).reverse();
        await Promise.all(all.map((item) => items.add(item, SYSTEM)));
        const plain = new InMemoryFeedbackExporter({
          list: async () => all,
        } as unknown as ItemLists);
        for (const format of FORMATS) {
          const request = { format, selection: {}, byteOrderMark: format === 'csv' };
          const expected = await bytesOf(await plain.open(accountId, request, NEVER_ABORTED));
          const written = await bytesOf(await exporter.open(accountId, request, NEVER_ABORTED));
          expect(written.toString()).toBe(expected.toString());
          if (format === 'csv') expect(csvTexts(written.toString())).toEqual(textsOf(all));
        }
      }),
      { numRuns },
    );
  });
}

function timesOf(n: number): Pick<Feedback, 'id' | 'created_at' | 'updated_at'> {
  const created_at = minute(n);
  return { id: idAt(created_at), created_at, updated_at: created_at };
}

/** Any character except NUL. A string of fast-check with `unit: 'binary'` takes a second to build a table of them. */
const character = fc
  .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Any valid description: without NUL and lone surrogates. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...`=+-@'",;|،؛ŌÛ\\/\r\n\t \u200b\u00ad\u3000﹦\u0001\u0002\u0008\u000b\u000c\u001f\u007f\u0085\u2028\u2029\ufeff＝＋－＠é日🙂`,
      ),
      fc.constantFrom('\\.', '\\N', '\\x41', '$1', '\r\n', '""', "''", 'null', '{"a":[1]}', '＝＝', '‼'),
      character,
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

const anItem: fc.Arbitrary<Partial<Feedback>> = fc.record({
  title: hostile.map((text) => text.slice(0, 40).toWellFormed() || 'x'),
  description: fc.option(hostile),
  submitter_email: fc.option(fc.constantFrom('ada@example.com', "+'=@example.com", "'@example.com")),
  status: fc.constantFrom(...STATUSES),
  source: fc.constantFrom(...SOURCES),
  links: fc.array(
    fc.record({
      url: hostile.map((text) => `https://${text}`),
      kind: fc.constantFrom(...LINK_KINDS),
      title: fc.option(hostile),
    }),
    {
      maxLength: 2,
    },
  ),
  context: fc.option(
    fc.record({
      data: fc.option(fc.dictionary(hostile, hostile, { maxKeys: 1 })),
      page: fc.constant('https://app.example/'),
      language: fc.constant('en'),
    }),
  ),
  public: fc.option(
    fc.record({
      url: fc.constant('https://feedback.test/f/acme/items/1'),
      text: fc.option(hostile),
      title: hostile,
      published_at: fc.constant('2026-03-03T10:00:00.007Z'),
    }),
  ),
});

const textsOf = (items: readonly Feedback[]) =>
  items.map(({ title, description, submitter_email }) => [title, description, submitter_email]);

/** Reads title, description, and email address of each row as RFC 4180, without the apostrophes of `guarded`. */
function csvTexts(file: string): (string | null)[][] {
  const rows: (string | null)[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let at = 0; at < file.length; at = field.lastIndex) {
    const [, quoted, plain, end] = field.exec(file)!;
    const text = quoted === undefined ? plain || null : quoted.replaceAll('""', '"');
    rows.at(-1)!.push(text === null ? null : unguarded(text));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(1, -1).map((row) => row.slice(1, 4));
}
