import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, anAccountId, noteRepositoryContract } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { publishAll, sharedDataSource, untilStatementsWait } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { poolOf } from '../../connection/data-source';
import { setScope } from '../../connection/scoped-query';
import { maintainEventPartitions } from '../../events/event-partitions';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresNoteRepository } from './postgres-note-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  noteRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
    return {
      notes: new PostgresNoteRepository(dataSource),
      items: new PostgresFeedbackRepository(dataSource),
      async addAccount() {
        const accountId = anAccountId();
        const account = anAccount({ id: accountId });
        await new PostgresAccountRepository(dataSource).add(account, aPerson());
        return accountId;
      },
      async told(accountId, noteId) {
        const { rows } = await new AccountScope(dataSource).query(accountId, {
          text: `SELECT person_id FROM notifications WHERE account_id = $1 AND subject->>'note_id' = $2 AND kind = 'mentioned'`,
          values: [accountId, noteId],
        });
        return (rows as { person_id: string }[]).map(({ person_id: id }) => id);
      },
      changes: async (accountId) => {
        const text = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;
        const statement = rowsOf(text, [accountId]);
        return (await new AccountScope(dataSource).query<ChangeRow>(accountId, statement)).rows.map(changeOf);
      },
      async publish() {
        await publishAll(poolOf(dataSource));
      },
    };
  });
}

it('waits for a deletion of the item, and then stores no note', async () => {
  const dataSource = await sharedDataSource();
  const item = aFeedback();
  await new PostgresFeedbackRepository(dataSource).add(item, SYSTEM);
  const { accountId, id: itemId, created_at: createdAt } = item;
  const note = {
    accountId,
    itemId,
    id: aFeedback().id,
    text: 'Ask Ada',
    author: SYSTEM,
    authorName: null,
    createdAt,
  };
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('BEGIN');
    await client.query(setScope(accountId, SYSTEM));
    await client.query('DELETE FROM feedback WHERE account_id = $1', [accountId]);
    const added = new PostgresNoteRepository(dataSource).add([{ note, mentioned: [] }]);
    await untilStatementsWait(dataSource);
    await client.query('COMMIT');
    expect(await added).toBe(false);
  } finally {
    client.release();
  }
});

/** notifications.md 6 */
describe('messages about mentions', () => {
  const MINUTE = 60_000;
  const setUp = async () => {
    const dataSource = await sharedDataSource();
    const [account, person] = [anAccount(), aPerson()];
    await new PostgresAccountRepository(dataSource).add(account, person);
    const items = new PostgresFeedbackRepository(dataSource);
    const notes = new PostgresNoteRepository(dataSource);
    const scope = new AccountScope(dataSource);
    const start = Date.now();
    const query = async (text: string, values: unknown[]) =>
      (await scope.query(account.id, { text, values })).rows as { minutes: number | null }[];
    return {
      addItem: async () => {
        const item = aFeedback({ accountId: account.id });
        await items.add(item, SYSTEM);
        return item.id;
      },
      /** Returns after how many minutes a message is due; null if none is. */
      mention: async (itemId: string, minutes: number) => {
        const id = aFeedback().id;
        const createdAt = new Date(start + minutes * MINUTE).toISOString();
        const own = { accountId: account.id, itemId, id, createdAt };
        const note = { ...own, text: '@Ada', author: SYSTEM, authorName: null };
        await notes.add([{ note, mentioned: [person.id] }]);
        const select = `SELECT extract(epoch FROM mail_due_at - $2::timestamptz)::float8 / 60 AS minutes
          FROM notifications WHERE account_id = $1 AND subject->>'note_id' = $3`;
        const [row] = await query(select, [account.id, new Date(start), id]);
        return row!.minutes;
      },
      read: () => query('UPDATE notifications SET read_at = now() WHERE account_id = $1', [account.id]),
      /** As if all messages were sent. */
      send: () => query('UPDATE notifications SET mail_due_at = NULL WHERE account_id = $1', [account.id]),
    };
  };

  it('are one for an item and five minutes', async () => {
    const { addItem, mention, send } = await setUp();
    const [item, other] = [await addItem(), await addItem()];
    expect([await mention(item, 0), await mention(item, 1), await mention(other, 1)]).toEqual([0, null, 1]);
    await send();
    expect([await mention(item, 2), await mention(item, 3), await mention(item, 4)]).toEqual([6, null, null]);
    await send();
    expect(await mention(item, 20)).toBe(20);
  });

  it('are not held back by a mention that was read before its message was sent', async () => {
    const { addItem, mention, read } = await setUp();
    const item = await addItem();
    await mention(item, 0);
    await read();
    expect(await mention(item, 1)).toBe(5);
  });

  it('are at most 20 an hour', async () => {
    const { addItem, mention } = await setUp();
    for (let n = 0; n < 20; n++) expect(await mention(await addItem(), 0)).toBe(0);
    expect([await mention(await addItem(), 59), await mention(await addItem(), 61)]).toEqual([null, 61]);
  });
});
