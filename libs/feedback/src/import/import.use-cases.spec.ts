import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import {
  anAccountId,
  idAt,
  InMemoryFeedbackImporter,
  InMemoryFeedbackRepository,
  InMemoryImportRepository,
  NO_STORAGE_LIMIT,
} from '../../testing';
import type { ImportCounts } from './undo';
import { ImportUndoUseCases } from './undo.use-cases';
import { IMPORT_ERRORS_MAX, IMPORT_ROWS_MAX, type ImportLine } from './import';
import { ImportUseCases } from './import.use-cases';
import type { ImportOptions } from './import-run';
import type { FeedbackImporter } from './import.ports';

const NOW = new Date('2026-03-03T10:00:00.000Z');

/** import.md 5 */
describe('ImportUseCases', () => {
  let items: InMemoryFeedbackRepository;
  let importer: FeedbackImporter;
  let imports: InMemoryImportRepository;
  let accountId: string;
  let chunks: number[];
  let failures: unknown[];

  beforeEach(() => {
    items = new InMemoryFeedbackRepository();
    imports = new InMemoryImportRepository(items);
    importer = new InMemoryFeedbackImporter(items, imports);
    accountId = anAccountId();
    chunks = [];
    failures = [];
  });

  /** Records the sizes of the chunks. */
  const watched: FeedbackImporter = {
    run: (account, dryRun, work) =>
      importer.run(account, dryRun, (target) =>
        work({
          add: (added, importId, requests) => {
            chunks.push(added.length);
            return target.add(added, importId, requests);
          },
          findMembers: (names) => target.findMembers(names),
          merge: (merges, importId) => target.merge(merges, importId),
          addRequests: (rows, importId) => target.addRequests(rows, importId),
          recordRequests: (entry) => target.recordRequests(entry),
          record: (...args) => target.record(...args),
          runOnce: (request, runOnce) => target.runOnce(request, runOnce),
        }),
      ),
    isInProgress: (account, request) => importer.isInProgress(account, request),
  };

  function* lines(values: Iterable<ImportLine['values']>): Generator<ImportLine> {
    let line = 0;
    for (const one of values) yield { line: ++line, values: one, issues: [] };
  }
  async function* from(values: Iterable<ImportLine['values']>): AsyncGenerator<Iterable<ImportLine>> {
    yield lines(values);
  }
  const useCases = () =>
    new ImportUseCases(
      watched,
      () => NOW,
      () => newId,
      (text) => text,
      async (...failure) => void failures.push(failure),
      NO_STORAGE_LIMIT,
    );
  const run = (lines: Iterable<ImportLine['values']> | AsyncIterable<Iterable<ImportLine>>, options = {}) =>
    useCases().run(accountId, Symbol.asyncIterator in lines ? lines : from(lines), {
      by: SYSTEM,
      dryRun: false,
      skipInvalid: false,
      ...options,
    } satisfies ImportOptions);
  // Sequential, because generating random IDs for 100,000 rows would take most of the time.
  let createdIds = 0;
  const someId = idAt(NOW.toISOString()).slice(0, -12);
  const newId = () => someId + String(++createdIds).padStart(12, '0');
  const count = () => items.count(accountId);
  const good = (i: number) => ({ title: `Item ${i}`, external_id: `x:${i}` });
  const bad = { title: '' };
  const many = (n: number) => Array.from({ length: n }, (_, i) => good(i));

  it('imports all rows and counts them', async () => {
    const report = {
      importId: expect.any(String),
      dryRun: false,
      rows: 2,
      created: 2,
      existing: 0,
      repeated: 0,
      failed: 0,
      errors: [],
      repeats: [],
      warnings: [],
      isRejected: false,
    };
    expect(await run(many(2))).toEqual(report);
    expect(await count()).toBe(2);
    expect(await run(many(3))).toEqual({ ...report, rows: 3, created: 1, existing: 2 });
  });

  it('imports nothing if a row is invalid, and reports its line', async () => {
    expect(await run([good(1), bad, good(2)])).toEqual({
      importId: null,
      dryRun: false,
      rows: 3,
      created: 0,
      existing: 0,
      repeated: 0,
      failed: 1,
      errors: [
        { line: 2, param: 'title', code: 'empty_value', message: 'Line 2: Field must not be empty: title' },
      ],
      repeats: [],
      warnings: [],
      isRejected: true,
    });
    expect(await count()).toBe(0);
  });

  /** notifications.md 2 */
  it('reports that an import failed because of its rows or an unexpected error, and nothing else', async () => {
    await run([good(1), bad], { dryRun: true });
    await run([good(1), bad], { skipInvalid: true });
    expect(failures).toEqual([]);
    await run([good(2), bad]);
    async function* broken(): AsyncGenerator<Iterable<ImportLine>> {
      yield lines([good(3)]);
      throw new Error('Connection reset');
    }
    const options = { by: SYSTEM, dryRun: false, skipInvalid: false };
    await expect(useCases().run(accountId, broken(), options)).rejects.toThrow('Connection reset');
    expect(failures).toEqual([
      [accountId, { rows: 2, failed: 1 }, SYSTEM],
      [accountId, { rows: 1, failed: 0 }, SYSTEM],
    ]);
  });

  it('rolls back the rows before the first invalid row', async () => {
    expect(await run([...many(1200), bad])).toMatchObject({ rows: 1201, created: 0, isRejected: true });
    expect(chunks).toEqual([500, 500]);
    expect(await count()).toBe(0);
  });

  it('skips invalid rows with skipInvalid', async () => {
    const report = await run([good(1), bad, good(1), good(2)], { skipInvalid: true });
    expect(report).toMatchObject({ rows: 4, created: 2, existing: 1, failed: 1, isRejected: false });
    expect(await count()).toBe(2);
  });

  it.each([true, false])(
    'counts rows in a dry run, and writes nothing (skipInvalid: %s)',
    async (skipInvalid) => {
      await run([good(1)]);
      const report = await run([good(1), bad, good(2), good(2)], { dryRun: true, skipInvalid });
      expect(report).toMatchObject({
        dryRun: true,
        rows: 4,
        created: 1,
        existing: 2,
        failed: 1,
        isRejected: false,
      });
      expect(await count()).toBe(1);
    },
  );

  it('reports every error of a row, first those of its fields, then those of the line', async () => {
    async function* fileChunks(): AsyncGenerator<Iterable<ImportLine>> {
      const unknown = { param: 'x', code: 'unknown_field', message: 'U' };
      yield [{ line: 7, values: { title: '', status: 5 }, issues: [unknown] }];
      yield [];
      yield [{ line: 9, values: null, issues: [{ code: 'malformed_json', message: 'M' }] }];
    }
    const { errors, failed } = await run(fileChunks(), { skipInvalid: true });
    expect(errors.map(({ line, param }) => [line, param])).toEqual([
      [7, 'title'],
      [7, 'status'],
      [7, 'x'],
      [9, undefined],
    ]);
    expect(failed).toBe(2);
  });

  it('reports the first 1,000 errors, and counts all invalid rows', async () => {
    const lines = Array.from({ length: IMPORT_ERRORS_MAX + 1 }, () => bad);
    const { failed, errors } = await run(lines, { skipInvalid: true });
    expect([failed, errors.length]).toEqual([IMPORT_ERRORS_MAX + 1, IMPORT_ERRORS_MAX]);
    expect(errors.at(-1)!.line).toBe(IMPORT_ERRORS_MAX);
  });

  it.each([true, false])(
    'reports rows that repeat the ID or external ID of an earlier row (dry run: %s)',
    async (dryRun) => {
      const id = idAt(NOW.toISOString());
      const exported = { title: 'Exported', id, created_at: NOW.toISOString() };
      const rows = [good(1), exported, good(1), good(2), { ...exported, id: id.toUpperCase() }, good(1)];
      expect(await run(rows, { dryRun })).toMatchObject({
        rows: 6,
        created: 3,
        existing: 3,
        repeated: 3,
        repeats: [
          { line: 3, firstLine: 1 },
          { line: 5, firstLine: 2 },
          { line: 6, firstLine: 1 },
        ],
      });
      expect(await count()).toBe(dryRun ? 0 : 3);
    },
  );

  it('counts rows of existing items and repeated rows separately', async () => {
    await run([good(1)]);
    expect(await run([good(1), good(1), good(2)])).toMatchObject({
      created: 1,
      existing: 2,
      repeated: 1,
      repeats: [{ line: 2, firstLine: 1 }],
    });
  });

  it('does not count a row as repeated if the earlier row is invalid or has no ID', async () => {
    const rows = [{ ...good(1), title: '' }, good(1), { title: 'Same' }, { title: 'Same' }];
    expect(await run(rows, { skipInvalid: true })).toMatchObject({ created: 3, failed: 1, repeated: 0 });
  });

  it('reports no repeated rows if an invalid row prevents the import', async () => {
    expect(await run([good(1), good(1), bad])).toMatchObject({ isRejected: true, repeated: 0, repeats: [] });
  });

  it('does not confuse an external ID with an equal ID', async () => {
    const id = idAt(NOW.toISOString());
    const rows = [
      { title: 'A', id, created_at: NOW.toISOString() },
      { title: 'B', external_id: id },
    ];
    expect(await run(rows)).toMatchObject({ created: 2, repeated: 0 });
  });

  it('reports the first 1,000 repeated rows, and counts all', async () => {
    const { repeated, repeats } = await run(Array.from({ length: IMPORT_ERRORS_MAX + 2 }, () => good(1)));
    expect([repeated, repeats.length]).toEqual([IMPORT_ERRORS_MAX + 1, IMPORT_ERRORS_MAX]);
    expect(repeats.at(-1)).toEqual({ line: IMPORT_ERRORS_MAX + 1, firstLine: 1 });
  });

  /** import.md 11 */
  it('stores the requests of new items, and none of existing and repeated rows', async () => {
    const asked = (i: number, votes: number) => ({ ...good(i), votes, voters: 'ada@example.com' });
    const report = { created: 2, existing: 1, repeated: 1 };
    expect(await run([asked(1, 12), asked(2, 3), asked(1, 7)])).toMatchObject(report);
    expect(await run([asked(1, 100)])).toMatchObject({ created: 0, existing: 1 });
    const counts = (await items.list(accountId, { limit: 10, offset: 0 })).map((item) => item.request_count);
    expect(counts.sort()).toEqual([12, 3]);
    expect(await items.requests.listAll(accountId, null, 10)).toHaveLength(4);
  });

  /** import.md 12 */
  describe('of requests', () => {
    const ask = (rows: readonly object[], options = {}) => run(rows, { of: 'requests', ...options });
    const row = (i: number, more = {}) => ({ external_id: `x:${i}`, email: 'ada@example.com', ...more });
    beforeEach(async () => {
      await run(many(2));
    });

    it('adds them to items, counts them, and can be undone', async () => {
      const report = await ask([row(0), row(1), row(1), { title: 'item 1', count: 5 }]);
      expect(report).toMatchObject({ rows: 4, created: 3, existing: 1, failed: 0, errors: [] });
      const undo = new ImportUndoUseCases(imports, () => NOW, newId);
      const id = report.importId!;
      expect(await undo.preview(accountId, id)).toEqual({ items: 0, changed: 0, requests: 3 });
      expect(await undo.undo(accountId, id, false, SYSTEM)).toEqual({ items: 0, requests: 3 });
      expect(await undo.undo(accountId, id, false, SYSTEM)).toEqual({ items: 0, requests: 0 });
      expect(items.securityLog.map(({ type }) => type).slice(-2)).toEqual([
        'feedback.imported',
        'feedback.import_undone',
      ]);
    });

    it('imports none if an item is unknown or has no unique title, unless invalid rows are skipped', async () => {
      await run([{ title: 'ITEM 1' }]);
      const rows = [row(0), row(7), { title: 'Item 1' }, { email: 'ada@example.com' }, row(1, { count: 2 })];
      const errors = [
        [2, 'external_id', 'feedback_not_found', 'Line 2: Feedback item not found: external_id'],
        [
          3,
          'title',
          'ambiguous_title',
          'Line 3: Several items have this title: use feedback_id or external_id',
        ],
        [4, 'external_id', 'missing_required_field', 'Line 4: Missing required field: external_id'],
        [5, 'count', 'invalid_value', expect.any(String)],
      ];
      const dryRun = await ask(rows, { dryRun: true });
      expect(dryRun).toMatchObject({ importId: null, created: 1, existing: 0, failed: 4, isRejected: false });
      expect(dryRun.errors.map(({ line, param, code, message }) => [line, param, code, message])).toEqual(
        errors,
      );
      expect(await ask(rows)).toMatchObject({ importId: null, created: 0, isRejected: true });
      expect(await items.requests.listAll(accountId, null, 10)).toEqual([]);
      expect(await ask(rows, { skipInvalid: true })).toMatchObject({ created: 1, failed: 4 });
    });
  });

  it('writes a chunk after 5,000 requests', async () => {
    const voters = Array.from({ length: 2_500 }, (_, i) => `${i}@b.co`);
    await run(many(5).map((row) => ({ ...row, voters })));
    expect(chunks).toEqual([2, 2, 1]);
  });

  it('rejects a file with too many requests', async () => {
    const voters = Array.from({ length: 10_000 }, (_, i) => `${i}@b.co`);
    const file = [...many(100).map((row) => ({ ...row, voters })), { ...good(100), votes: 2 }];
    await expect(run(file, { dryRun: true })).rejects.toMatchObject({
      code: 'too_long',
      message: 'Too many requests (maximum 1000000)',
    });
  });

  /** import.md 13 */
  describe('merges and assignees', () => {
    const exported = (n: number, more: object = {}) => {
      const created_at = new Date(NOW.getTime() + n).toISOString();
      return { id: idAt(created_at), title: `Item ${n}`, created_at, ...more };
    };
    const shown = async () =>
      (await items.list(accountId, { limit: 100, offset: 0, sort: 'created_at', merged: 'include' })).map(
        ({ title, merged_into, duplicate_count: count, assignee }) => [
          title,
          merged_into,
          count,
          assignee?.name ?? null,
        ],
      );

    it('restores merges from the IDs of the file, whatever the order of rows', async () => {
      const [a, b, c] = [exported(1), exported(2), exported(3)];
      const rows = [{ ...a, merged_into: b.id.toUpperCase() }, b, { ...c, merged_into: b.id }];
      expect(await run(rows)).toMatchObject({ created: 3, failed: 0, warnings: [] });
      expect(await shown()).toEqual([
        ['Item 1', b.id, 0, null],
        ['Item 2', null, 2, null],
        ['Item 3', b.id, 0, null],
      ]);
      expect(await run(rows)).toMatchObject({ created: 0, existing: 3, warnings: [] });
    });

    it('imports a row without its target on its own, and says so', async () => {
      const a = exported(1);
      const rows = [{ ...a, merged_into: a.id }, exported(2, { merged_into: 'nothing' })];
      const warnings = [
        {
          line: 1,
          param: 'merged_into',
          code: 'merge_conflict',
          message: 'Line 1: The item in merged_into is merged into this one: the item was not merged',
        },
        {
          line: 2,
          param: 'merged_into',
          code: 'feedback_not_found',
          message: 'Line 2: No item has the ID in merged_into: the item was not merged',
        },
      ];
      expect(await run(rows, { dryRun: true })).toMatchObject({ created: 2, warnings });
      expect(await run(rows)).toMatchObject({ created: 2, failed: 0, warnings });
      expect(await run([...rows, bad])).toMatchObject({ isRejected: true, warnings: [] });
    });

    it('assigns items to members of exactly the same name, and names the others once', async () => {
      const members = ['Ada', 'Bo', 'Bo'].map((name, n) => ({ id: exported(n).id, name }));
      (importer as InMemoryFeedbackImporter).members.set(accountId, members);
      const rows = [
        exported(1, { assignee: 'Ada' }),
        exported(2, { assignee: { id: members[2]!.id.toUpperCase(), name: 'Bo' } }),
        exported(3, { assignee: 'Bo' }),
        exported(4, { assignee: { id: members[0]!.id, name: 'Grace' } }),
        exported(5, { assignee: 'Grace' }),
        exported(6, { assignee: null }),
      ];
      const warning = {
        line: null,
        param: 'assignee',
        code: 'unknown_assignee',
        message: 'No member has exactly this name, so their items have no assignee: Bo, Grace',
      };
      expect(await run(rows)).toMatchObject({ created: 6, warnings: [warning] });
      expect((await shown()).map(([, , , name]) => name)).toEqual(['Ada', 'Bo', null, null, null, null]);
      expect((await run(rows)).warnings).toEqual([]);
    });

    it.each([
      [{ merged_into: 5 }, 'merged_into', 'invalid_type'],
      [{ assignee: 5 }, 'assignee', 'invalid_type'],
      [{ assignee: {} }, 'assignee', 'missing_required_field'],
      [{ assignee: 'x'.repeat(201) }, 'assignee', 'too_long'],
    ])('rejects a row with %j', async (more, param, code) => {
      expect((await run([exported(1, more)])).errors).toMatchObject([{ line: 1, param, code }]);
    });
  });

  it('writes chunks of 500 rows, or fewer if texts are long', async () => {
    await run(many(1001));
    expect(chunks).toEqual([500, 500, 1]);
    chunks = [];
    await run(Array.from({ length: 250 }, () => ({ title: 'Long', description: 'x'.repeat(10_000) })));
    expect(chunks).toEqual(Array.from({ length: 50 }, () => 5));
  });

  it('accepts the maximum number of rows, and rejects one more with any options', async () => {
    const counting: FeedbackImporter = {
      run: (_account, _dryRun, work) =>
        work({
          add: async (added) => added.length,
          findMembers: async () => [],
          merge: async () => [],
          addRequests: async () => [],
          recordRequests: async () => {},
          record: async () => {},
          runOnce: () => Promise.reject(new Error('not asked for')),
        }),
      isInProgress: async () => false,
    };
    importer = counting;
    function* rows(n: number, values: ImportLine['values']) {
      for (let i = 0; i < n; i++) yield values;
    }
    expect(await run(rows(IMPORT_ROWS_MAX, { title: 'T' }))).toMatchObject({
      rows: IMPORT_ROWS_MAX,
      created: IMPORT_ROWS_MAX,
    });
    for (const options of [{}, { skipInvalid: true }, { dryRun: true }]) {
      await expect(run(rows(IMPORT_ROWS_MAX + 1, null), options)).rejects.toMatchObject({
        kind: 'validation',
        code: 'too_long',
        message: 'Too many rows (maximum 100000)',
      });
    }
  });

  it('reports progress every 500 rows', async () => {
    const seen: number[] = [];
    await run([...many(1100), bad], { onProgress: (rows: number) => seen.push(rows) });
    expect(seen).toEqual([500, 1000]);
  });

  it('imports nothing if reading the file fails, and rethrows the error', async () => {
    const failure = new Error('the sender is gone');
    async function* fileChunks(): AsyncGenerator<Iterable<ImportLine>> {
      yield* from(many(600));
      throw failure;
    }
    await expect(run(fileChunks())).rejects.toBe(failure);
    expect(await count()).toBe(0);
    expect(await run(many(1))).toMatchObject({ created: 1 });
  });

  it('calls confirm after the last write, and rolls back if it throws', async () => {
    const failure = new Error('no longer');
    const confirm = async () => {
      expect(chunks).toEqual([2]);
      throw failure;
    };
    await expect(run(many(2), { confirm })).rejects.toBe(failure);
    expect(await count()).toBe(0);
  });

  it('rejects a second import while one is running', async () => {
    let second: Promise<unknown> = Promise.resolve();
    async function* fileChunks(): AsyncGenerator<Iterable<ImportLine>> {
      second = run(many(1));
      await second.catch(() => {});
      yield* from(many(1));
    }
    await run(fileChunks());
    await expect(second).rejects.toMatchObject({ code: 'import_in_progress' });
  });

  describe('runOnce', () => {
    const idempotentRequest = { client: randomUUID(), key: 'k' };
    const runOnce = (file: AsyncIterable<Iterable<ImportLine>>, fingerprint: () => string, options = {}) =>
      useCases().runOnce(
        accountId,
        file,
        { by: SYSTEM, dryRun: false, skipInvalid: false, ...options },
        { ...idempotentRequest, fingerprint },
        ({ created }) => `${created} created`,
      );
    /** The fingerprint is the number of rows that were read. */
    const send = (rows: readonly ImportLine['values'][], options = {}) => {
      let read = 0;
      async function* file(): AsyncGenerator<Iterable<ImportLine>> {
        for (const row of rows) {
          read++;
          yield lines([row]);
        }
      }
      return runOnce(file(), () => `${read} rows`, options);
    };

    it('imports a file once, and then replays the response', async () => {
      const rows = [{ title: 'A' }, { title: 'B' }];
      expect(await send(rows)).toEqual({ text: '2 created', isReplay: false });
      expect(await send(rows)).toEqual({ text: '2 created', isReplay: true });
      expect(await count()).toBe(2);
    });

    it('rejects another file with the same key', async () => {
      await send([{ title: 'A' }]);
      await expect(send([{ title: 'A' }, { title: 'B' }])).rejects.toMatchObject({ kind: 'idempotency' });
      expect(await count()).toBe(1);
    });

    it('reports the errors of a file, and stores no response', async () => {
      await expect(send([good(1), bad])).rejects.toMatchObject({
        kind: 'validation',
        code: 'empty_value',
        message: 'Line 1: Field must not be empty: title',
      });
      expect(failures).toEqual([[accountId, { rows: 2, failed: 1 }, SYSTEM]]);
      expect(await send([good(1), bad], { skipInvalid: true })).toMatchObject({ isReplay: false });
    });

    it('distinguishes a running import of the same request from another import', async () => {
      const runs: Promise<unknown>[] = [];
      async function* fileChunks(): AsyncGenerator<Iterable<ImportLine>> {
        runs.push(
          runOnce(from(many(1)), () => ''),
          run(many(1)),
        );
        await Promise.allSettled(runs);
        yield lines(many(1));
      }
      await runOnce(fileChunks(), () => '');
      const failed = (code: string) => ({ status: 'rejected', reason: { code } });
      expect(await Promise.allSettled(runs)).toMatchObject([
        failed('idempotency_key_in_use'),
        failed('import_in_progress'),
      ]);
    });
  });

  describe('undo', () => {
    const HOUR = 3_600_000;
    const undoing = (hours = 0) =>
      new ImportUndoUseCases(imports, () => new Date(NOW.getTime() + hours * HOUR), newId);
    const importIdOf = async (rows: Iterable<ImportLine['values']>, options = {}) =>
      (await run(rows, options)).importId;

    it('deletes the items that the import created, and no others', async () => {
      await run([good(1)]);
      const id = (await importIdOf([good(1), good(2), good(3)]))!;
      expect((await undoing().list(accountId)).map(({ created }) => created)).toEqual([2, 1]);
      expect(await undoing().preview(accountId, id)).toEqual<ImportCounts>({
        items: 2,
        changed: 0,
        requests: 0,
      });
      expect(await undoing().undo(accountId, id, false, SYSTEM)).toEqual({ items: 2, requests: 0 });
      expect(await undoing().undo(accountId, id, false, SYSTEM)).toEqual({ items: 0, requests: 0 });
      expect(await count()).toBe(1);
    });

    it('is rejected while another one of the account runs', async () => {
      const id = (await importIdOf([good(1), good(2)]))!;
      const undo = undoing();
      const first = undo.undo(accountId, id, false, SYSTEM);
      const inProgress = { kind: 'conflict', code: 'import_undo_in_progress' };
      await expect(undo.undo(accountId, id, false, SYSTEM)).rejects.toMatchObject(inProgress);
      await expect(undo.undo(accountId, idAt(NOW.toISOString()), true, SYSTEM)).rejects.toMatchObject(
        inProgress,
      );
      expect(await first).toEqual({ items: 2, requests: 0 });
      expect(await undo.undo(accountId, id, false, SYSTEM)).toEqual({ items: 0, requests: 0 });
    });

    it('is possible for 24 hours', async () => {
      const id = (await importIdOf([good(1)]))!;
      expect(await undoing(23.99).list(accountId)).toHaveLength(1);
      expect(await undoing(24).list(accountId)).toEqual([]);
      const expired = { kind: 'gone', code: 'import_undo_expired' };
      await expect(undoing(24).preview(accountId, id)).rejects.toMatchObject(expired);
      await expect(undoing(24).undo(accountId, id, true, SYSTEM)).rejects.toMatchObject(expired);
      expect(await undoing(23.99).undo(accountId, id, false, SYSTEM)).toEqual({ items: 1, requests: 0 });
    });

    it('rejects a malformed ID', async () => {
      for (const id of ['x', '', randomUUID()]) {
        const unknown = { kind: 'not_found', code: 'import_not_found' };
        await expect(undoing().undo(accountId, id, false, SYSTEM)).rejects.toMatchObject(unknown);
      }
    });

    it('is not offered for imports that created nothing', async () => {
      expect(await importIdOf([good(1)], { dryRun: true })).toBeNull();
      await run([good(1)]);
      expect(await importIdOf([good(1)])).toBeNull();
      expect(await importIdOf([good(2), bad])).toBeNull();
      expect(await undoing().list(accountId)).toHaveLength(1);
    });
  });
});
