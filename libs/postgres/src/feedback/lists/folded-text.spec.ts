import { folded, SYSTEM, withoutAccents } from '@libs/kernel';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import {
  foldedTextContract,
  itemLists,
  sharedDataSource,
  testDataSource,
  untilStatementsWait,
} from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { FoldStoredText1765740100000 } from '../../migrations/search/1765740100000-fold-stored-text';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { INDEX_LOCK, MOVE } from './search-index';

// `folded-text.extended.spec.ts` tests all characters.
foldedTextContract(16);

/** lists.md 3 */
describe('folded and without_accents', () => {
  const OFFSETS = [240, 490].flatMap((from) => Array.from({ length: 50 }, (_, n) => from + n));
  it.each([
    ['e', '\u0301'],
    ['e\u0301', '\u0323'],
    ['か', '\u3099'],
    ['\u1100', '\u1161'],
    ['\u1100\u1161', '\u11a8'],
    ['ｶ', '\uff9e'],
    ['ㄱ', 'ㅏ'],
    [' ', '\u0301'],
    [' \u0301', '\u0323'],
    [' ', '\u3099'],
    [' ', '\u1161'],
    [' ', '\uff9e'],
  ])('are the same for a long text with %j before %j', async (base, mark) => {
    const long = OFFSETS.map((offset) => '日'.repeat(offset - base.length) + base + mark + '日日');
    const texts = [...long, ...long.map((text) => `${base}${mark} ${text} ${base}${mark}\n`)];
    expect(await foldedBySql(texts)).toEqual(
      texts.map((text) => [folded(text), withoutAccents(folded(text))]),
    );
  });

  it('are the same with a locale of ICU, which has other lowercase characters', async () => {
    const dataSource = await sharedDataSource();
    const rows = await dataSource.query<{ text: string; folded: string }[]>(
      `SELECT text, folded(text COLLATE "und-x-icu") FROM unnest($1::text[]) AS text`,
      [['İSTANBUL', 'ΟΔΟΣ', 'Σ']],
    );
    expect(rows.map((row) => row.folded)).toEqual(rows.map(({ text }) => folded(text)));
  });

  it('take time in proportion to the length of a run of combining marks', async () => {
    const [[text] = []] = await foldedBySql(['x' + '\u0301\u0323'.repeat(2500)]);
    // Parts are normalized one by one: each sorts its own marks.
    const parts = text!.split(/(?<=\u0301)(?=\u0323)/);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(280);
    expect(text).toHaveLength(5001);
  });
});

/** Returns what both functions return for each text. */
async function foldedBySql(texts: string[]): Promise<[folded: string, plain: string][]> {
  const rows = await (
    await sharedDataSource()
  ).query<{ folded: string; plain: string }[]>(
    `SELECT folded(text), without_accents(folded(text)) AS plain FROM unnest($1::text[]) WITH ORDINALITY AS t (text, n) ORDER BY n`,
    [texts],
  );
  return rows.map((row) => [row.folded, row.plain]);
}

describe('the migration of stored text', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await testDataSource();
  });
  const fold = async () => {
    const runner = dataSource.createQueryRunner();
    try {
      await new FoldStoredText1765740100000().up(runner);
    } finally {
      await runner.release();
    }
  };

  it('folds it, and changes nothing the second time', async () => {
    const items = new PostgresFeedbackRepository(dataSource);
    const accountId = anAccountId();
    const scope = new AccountScope(dataSource);
    const texts = { Café: 'I can’t', Plain: null };
    for (const [title, description] of Object.entries(texts))
      await items.add(aFeedback({ accountId, title, description, submitter_email: 'Ü@example.com' }), SYSTEM);
    // As the release before stores it.
    const unfold = `UPDATE feedback_search SET text = lower(title || E'\\n' || coalesce(description, '') || E'\\x1f' || feedback.submitter_email)
      FROM feedback WHERE feedback.id = feedback_search.id AND feedback.account_id = $1`;
    await scope.query(accountId, { text: unfold, values: [accountId] });
    const found = async (q: string) =>
      (await itemLists(dataSource).list(accountId, { q, limit: 5, offset: 0 })).map(({ title }) => title);
    expect(await found("can't")).toEqual([]);
    const STORED = 'SELECT text FROM feedback_search WHERE account_id = $1 ORDER BY text';
    const stored = async () => (await scope.query(accountId, { text: STORED, values: [accountId] })).rows;
    for (const _time of [1, 2]) {
      await fold();
      expect(await stored()).toEqual([
        { text: "cafe\ni can't\u001ecafé\ni can't\u001fü@example.com" },
        { text: 'plain\n\u001fü@example.com' },
      ]);
    }
    expect(await found("cafe can't")).toEqual(['Café']);
  });

  const addUnfolded = (accountId: string, count: number) =>
    new AccountScope(dataSource).query(accountId, {
      text: `INSERT INTO feedback_search_newest (account_id, id, text)
        SELECT $1, gen_random_uuid(), E'café\\x1f' FROM generate_series(1, $2)`,
      values: [accountId, count],
    });
  const countByText = async (accountId: string) =>
    (
      await new AccountScope(dataSource).query(accountId, {
        text: 'SELECT text, count(*)::integer FROM feedback_search WHERE account_id = $1 GROUP BY text',
        values: [accountId],
      })
    ).rows;

  it('folds more entries than a part has', async () => {
    const accountId = anAccountId();
    await addUnfolded(accountId, 4_001);
    await fold();
    expect(await countByText(accountId)).toEqual([{ text: 'cafe\u001ecafé\u001f', count: 4_001 }]);
  });

  it('folds entries that move into the index meanwhile', async () => {
    const accountId = anAccountId();
    await addUnfolded(accountId, 1);
    let folding: Promise<void>;
    await new AccountScope(dataSource).transaction(accountId, async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(${INDEX_LOCK})`);
      await client.query(MOVE, [accountId]);
      folding = fold();
      await untilStatementsWait(dataSource);
    });
    await folding!;
    expect(await countByText(accountId)).toEqual([{ text: 'cafe\u001ecafé\u001f', count: 1 }]);
  });
});
