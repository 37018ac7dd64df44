import { SYSTEM } from '@libs/kernel';
import {
  feedbackJson,
  type ExportRequest,
  type Feedback,
  type FeedbackExporter,
  type FeedbackRepository,
  type ItemLink,
} from '../../src';
import { aFeedback, anAccountId } from '../items/feedback-builders';

export interface ExportPair {
  readonly items: FeedbackRepository;
  readonly exporter: FeedbackExporter;
}

const minute = (n: number) => new Date(Date.UTC(2026, 2, 3, 10, n)).toISOString();
const NEVER_ABORTED = new AbortController().signal;
const CARD = {
  url: 'https://feedback.test/f/acme/items/1',
  text: 'Say "é"\r\n\u2028',
  title: 'A, b',
  published_at: '2026-03-03T10:00:00.007Z',
};
const HEADER =
  'id,title,description,submitter_email,status,source,created_at,updated_at,external_id,merged_into,duplicate_count,request_count,request_value,tags,assignee,links,verified\r\n';

/** Reads the whole file. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
}

/** Contract tests of `FeedbackExporter` (export.md 2, export.md 3). Every adapter runs all of them. */
export function feedbackExporterContract(name: string, make: () => Promise<ExportPair>): void {
  describe(`FeedbackExporter, ${name}`, () => {
    let items: FeedbackRepository;
    let exporter: FeedbackExporter;
    let accountId: string;

    beforeAll(async () => {
      ({ items, exporter } = await make());
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (overrides: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...overrides });
      await items.add(item, SYSTEM);
      return item;
    };
    const open = (request: Partial<ExportRequest> = {}, signal = NEVER_ABORTED, account = accountId) =>
      exporter.open(account, { format: 'ndjson', selection: {}, ...request }, signal);
    const file = async (request: Partial<ExportRequest> = {}, account = accountId) =>
      (await bytesOf(await open(request, NEVER_ABORTED, account))).toString();
    const titles = async (selection: ExportRequest['selection']) =>
      (await file({ selection }))
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { title: string }).title);
    /** Retries until the previous export has released its resources. */
    const openSoon = async () => {
      for (;;) {
        const chunks = await open().catch((error: { code?: string }) => {
          if (error.code !== 'export_in_progress') throw error;
        });
        if (chunks) return chunks;
        await new Promise((next) => setTimeout(next, 5));
      }
    };

    describe('file', () => {
      it('is valid for an account without items', async () => {
        expect(await file({ format: 'json' })).toBe('{"data":[]}');
        expect(await file({ format: 'ndjson' })).toBe('');
        expect(await file({ format: 'csv' })).toBe(HEADER);
        expect(await file({ format: 'csv', byteOrderMark: true })).toBe(`\ufeff${HEADER}`);
      });

      it('has the same JSON as the API, byte for byte', async () => {
        const one = await add({
          created_at: minute(1),
          description: '"a\\b"\t\u0001\u001f\u007f\r\n</é日🙂\u2028',
        });
        const two = await add({
          created_at: minute(2),
          submitter_email: 'ada@example.com',
          description: '',
          external_id: 'a/"b"',
          links: [
            { url: 'https://a.example/?q="é"', kind: 'ticket', title: 'Say "hi"' },
            { url: 'https://b.example/;=1', kind: 'other', title: null },
          ],
          public: CARD,
        });
        const [first, second] = [two, one].map((item) => JSON.stringify(feedbackJson(item)));
        expect(await file({ format: 'json' })).toBe(`{"data":[${first},${second}]}`);
        expect(await file({ format: 'ndjson' })).toBe(`${first}\n${second}\n`);
      });

      it('is CSV with quotes where needed, empty fields for null, and CRLF after each row', async () => {
        const { id } = await add({
          title: 'Say "hi", please',
          description: 'two\r\nlines',
          submitter_email: 'ada@example.com',
          status: 'planned',
          created_at: '2026-03-03T10:00:00.007Z',
          updated_at: '2026-12-31T23:59:59.120Z',
        });
        const first = `${id},"Say ""hi"", please","two\r\nlines",ada@example.com,planned,api,2026-03-03T10:00:00.007Z,2026-12-31T23:59:59.120Z,,,0,1,0,,,,false\r\n`;
        expect(await file({ format: 'csv' })).toBe(HEADER + first);
        const minimal = await add({ title: ' plain; text ', created_at: minute(9), description: null });
        const empty = await add({ title: 'é', created_at: minute(10), description: '' });
        const times = (n: number) => `${minute(n)},${minute(n)},,,0,1,0,,,,false\r\n`;
        expect(await file({ format: 'csv' })).toBe(
          `${HEADER}${empty.id},é,"",,new,api,${times(10)}${minimal.id}, plain; text ,,,new,api,${times(9)}${first}`,
        );
      });

      it('is CSV without formulas', async () => {
        const starts = [
          ...'=+-@＝＋－＠',
          '\t',
          '\r',
          '\n',
          "'=",
          "''@",
          '\u200b=',
          '\ufeff=',
          ' =',
          '\u3000＝',
        ];
        for (const [n, start] of starts.entries()) {
          await add({ title: 'x', description: `${start}1+1`, created_at: minute(n) });
        }
        await add({
          title: '=1',
          submitter_email: '+a@example.com',
          external_id: '@17,"a"',
          created_at: minute(30),
        });
        const rows = (await file({ format: 'csv', selection: { sort: 'created_at' } })).slice(HEADER.length);
        for (const start of starts) expect(rows).toContain(`,x,"'${start}1+1",,new`);
        expect(rows).toContain(`,"'=1",,"'+a@example.com",new`);
        expect(rows).toContain(`Z,"'@17,""a""",,0,1,0,,,,false\r\n`);
      });

      it('has the URLs of links in CSV, with spaces between them', async () => {
        const links: readonly ItemLink[] = [
          { url: 'https://a.example/?q="é",', kind: 'ticket', title: 'Not in the file' },
          { url: 'https://b.example/;=1', kind: 'other', title: null },
        ];
        // Without the card.
        await add({ links, public: CARD });
        expect(await file({ format: 'csv' })).toContain(
          `,,"https://a.example/?q=""é"", https://b.example/;'=1",false\r\n`,
        );
      });

      it.each([
        ['a;=1', "a;'=1"],
        ['a|=1\t@b', "a|'=1\t'@b"],
        ['a\n=1\r\n-1\n\nb', "a\n'=1\r\n'-1\n\nb"],
        ['الف؛=1', "الف؛'=1"],
        ['a،@b', "a،'@b"],
        ['a;\u200b=1; ＝1', "a;'\u200b=1;' ＝1"],
        ['日本;=1', "日本;'=1"],
      ])(
        'is CSV without formulas, even if a spreadsheet uses another separator: %j',
        async (description, written) => {
          await add({ title: 'x', description });
          expect(await file({ format: 'csv' })).toContain(`,x,"${written}",,new`);
        },
      );

      it.each(['1970-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '2024-02-29T00:00:00.001Z'])(
        'has the exact time %s',
        async (created_at) => {
          const item = await add({ created_at, updated_at: '9999-12-31T23:59:59.999Z' });
          expect(await file()).toBe(`${JSON.stringify(feedbackJson(item))}\n`);
        },
      );
    });

    it('supports the filters and sort orders of lists', async () => {
      await add({ title: 'b', created_at: minute(1), updated_at: minute(9), status: 'planned' });
      await add({
        title: 'a',
        created_at: minute(2),
        submitter_email: 'Ada@example.com',
        description: 'Dark 100%',
      });
      await add({ title: 'c', created_at: minute(3), description: "it's \\ dark" });
      expect(await titles({})).toEqual(['c', 'a', 'b']);
      expect(await titles({ sort: 'created_at' })).toEqual(['b', 'a', 'c']);
      expect(await titles({ sort: 'title' })).toEqual(['a', 'b', 'c']);
      expect(await titles({ sort: '-updated_at' })).toEqual(['b', 'c', 'a']);
      expect(await titles({ status: 'planned' })).toEqual(['b']);
      expect(await titles({ submitter_email: 'ada@EXAMPLE.com' })).toEqual(['a']);
      expect(await titles({ created_after: minute(2), created_before: minute(3) })).toEqual(['a']);
      expect(await titles({ updated_after: minute(3), sort: 'updated_at' })).toEqual(['c', 'b']);
      expect(await titles({ q: 'DARK' })).toEqual(['c', 'a']);
      expect(await titles({ q: '100%' })).toEqual(['a']);
      expect(await titles({ q: '\\' })).toEqual(['c']);
    });

    it('finds the targets of merged items, as lists do (lists.md 2)', async () => {
      const target = await add({ title: 'Dark mode' });
      await add({ title: 'Night', submitter_email: 'ada@example.com', merged_into: target.id });
      expect(await titles({ q: 'night' })).toEqual(['Dark mode']);
      expect(await titles({ submitter_email: 'ada@example.com' })).toEqual(['Dark mode']);
      expect(await titles({ q: 'night', merged: 'include' })).toEqual(['Night']);
    });

    it.each([
      "'",
      "''",
      "' OR true --",
      "\\' OR true --",
      "\\'; DROP TABLE feedback; --",
      '$1',
      '$$',
      "E'\\''",
    ])('searches for %j without SQL injection', async (q) => {
      await add({ title: 'harmless' });
      const found = await add({ title: `a ${q.replaceAll(' ', '  ')} b` });
      expect(await titles({ q })).toEqual([found.title]);
      expect(await titles({ submitter_email: `${q}@example.com` })).toEqual([]);
    });

    it('exports no items of other accounts', async () => {
      await add();
      expect(await file({}, anAccountId())).toBe('');
      expect(await file({ format: 'json' }, anAccountId())).toBe('{"data":[]}');
    });

    it('exports the snapshot of its start', async () => {
      const included = await add({ created_at: minute(1) });
      const removed = await add({ created_at: minute(2) });
      const chunks = await open();
      await add({ created_at: minute(3) });
      await items.remove(accountId, removed.id, 'any', SYSTEM);
      const lines = [removed, included].map((item) => `${JSON.stringify(feedbackJson(item))}\n`);
      expect((await bytesOf(chunks)).toString()).toBe(lines.join(''));
    });

    describe('one export per account', () => {
      const IN_PROGRESS = { kind: 'rate_limit', code: 'export_in_progress', facts: { retryAfter: 5 } };

      it('runs until it was read to the end', async () => {
        await add();
        const chunks = await open();
        await expect(open()).rejects.toMatchObject(IN_PROGRESS);
        await add({ accountId: anAccountId() });
        await expect(file({}, anAccountId())).resolves.toBe('');
        await bytesOf(chunks);
        await bytesOf(await open());
      });

      it('runs until the iteration is left', async () => {
        for (let i = 0; i < 40; i++) await add();
        for await (const chunk of await open()) {
          expect(chunk.length).toBeGreaterThan(0);
          await expect(open()).rejects.toMatchObject(IN_PROGRESS);
          break;
        }
        expect((await bytesOf(await openSoon())).toString().split('\n')).toHaveLength(41);
      });

      it('runs until the signal is aborted', async () => {
        await add();
        const abort = new AbortController();
        const chunks = await open({}, abort.signal);
        abort.abort();
        await expect(bytesOf(chunks)).rejects.toThrow();
        await bytesOf(await openSoon());
      });

      it('does not start if the signal was aborted before', async () => {
        await expect(open({}, AbortSignal.abort())).rejects.toThrow();
        await bytesOf(await openSoon());
      });
    });
  });
}
