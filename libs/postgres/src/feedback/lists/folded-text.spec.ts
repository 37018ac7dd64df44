import { folded, SYSTEM, withoutAccents } from '@libs/kernel';
import { aFeedback } from '@libs/feedback/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { itemLists, sharedDataSource, testDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { FoldedText1765740000000 } from '../../migrations/search/1765740000000-folded-text';
import { FoldStoredText1765740100000 } from '../../migrations/search/1765740100000-fold-stored-text';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { PostgresTagRepository } from '../tags/postgres-tag-repository';

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

/** lists.md 3 */
describe('folded and without_accents', () => {
  it('are the same in PostgreSQL as in TypeScript', async () => {
    const dataSource = await sharedDataSource();
    const characters = BLOCKS.flatMap(([from, to]) =>
      Array.from({ length: to - from }, (_, i) => String.fromCodePoint(from + i)),
    ).filter((one) => /\P{Cn}/u.test(one));
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

  it('take time in proportion to the length of a run of combining marks', async () => {
    const [row] = await (
      await sharedDataSource()
    ).query<{ text: string }[]>(`SELECT folded($1) AS text`, [
      'x' + '\u0301'.repeat(500) + '\u0323'.repeat(500),
    ]);
    // Parts are normalized one by one: those marks that belong first stay in the last parts.
    expect(row!.text).toMatch(/^x\u0301{249}/);
  });
});

describe('the migration to folded text', () => {
  let dataSource: DataSource;
  let items: TypeOrmFeedbackRepository;
  beforeAll(async () => {
    dataSource = await testDataSource();
    items = new TypeOrmFeedbackRepository(dataSource);
  });
  const withRunner = async (work: (runner: QueryRunner) => Promise<void>) => {
    const runner = dataSource.createQueryRunner();
    await work(runner).finally(() => runner.release());
  };

  const foldFunctions = async (runner: QueryRunner) => {
    await runner.startTransaction();
    await new FoldedText1765740000000().up(runner);
    await runner.commitTransaction();
  };

  it('changes what is stored, and nothing the second time', async () => {
    const { accountId, id } = aFeedback();
    await withRunner((runner) => new FoldedText1765740000000().down(runner));
    await items.add(
      aFeedback({ accountId, id, title: 'Café', description: 'I can’t', submitterEmail: 'Ü@example.com' }),
      SYSTEM,
    );
    await items.add(
      aFeedback({ accountId, title: 'Plain', description: null, submitterEmail: null }),
      SYSTEM,
    );
    const found = async (q: string) =>
      (await itemLists(dataSource).list(accountId, { q, limit: 5, offset: 0 })).map(({ title }) => title);
    expect(await found("can't")).toEqual([]);
    await withRunner(foldFunctions);
    const stored = () =>
      new AccountScope(dataSource).query(accountId, {
        text: 'SELECT text FROM feedback_search ORDER BY text',
      });
    await withRunner((runner) => new FoldStoredText1765740100000().up(runner));
    const { rows } = await stored();
    expect(rows).toEqual([
      { text: "cafe\ni can't\u001ecafé\ni can't\u001fü@example.com" },
      { text: 'plain\n\u001f' },
    ]);
    await withRunner((runner) => new FoldStoredText1765740100000().up(runner));
    expect((await stored()).rows).toEqual(rows);
    expect(await found("cafe can't")).toEqual(['Café']);
  });

  it('gives tags that look equal names of their own', async () => {
    const { accountId } = aFeedback();
    const tags = new PostgresTagRepository(dataSource);
    const ids = ['1', '2'].map((n) => `01900000-0000-7000-8000-00000000000${n}`);
    await tags.ensure(accountId, ['Café'], () => ids[0]!);
    const addEqual = `INSERT INTO tags (account_id, id, name, key, color) VALUES ($1, $2, $3::text, lower($3::text), 'red')`;
    await new AccountScope(dataSource).query(accountId, {
      text: addEqual,
      values: [accountId, ids[1], 'Cafe\u0301'],
    });
    await withRunner(async (runner) => {
      await new FoldedText1765740000000().down(runner);
      await foldFunctions(runner);
    });
    const names = (await tags.list(accountId)).map(({ name }) => name);
    expect(names).toEqual(['Café', 'Cafe\u0301 000002']);
    expect(await tags.find(accountId, ['CAFÉ 000002'])).toMatchObject([{ id: ids[1] }]);
  });
});
