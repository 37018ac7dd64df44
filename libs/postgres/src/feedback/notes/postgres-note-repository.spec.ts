import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, anAccountId, noteRepositoryContract } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { sharedDataSource, untilStatementsWait } from '../../../testing';
import { TypeOrmAccountRepository } from '../../accounts/account/typeorm-account-repository';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { setScope } from '../../connection/scoped-query';
import { maintainEventPartitions } from '../../events/event-partitions';
import { publishChanges } from '../../events/publish-changes';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { PostgresNoteRepository } from './postgres-note-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  noteRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
    return {
      notes: new PostgresNoteRepository(dataSource),
      items: new TypeOrmFeedbackRepository(dataSource),
      async addAccount() {
        const accountId = anAccountId();
        const account = anAccount({ id: accountId });
        await new TypeOrmAccountRepository(dataSource).add(account, aPerson());
        return accountId;
      },
      async told(accountId, noteId) {
        const { rows } = await new AccountScope(dataSource).query(accountId, {
          text: `SELECT person_id FROM notifications WHERE account_id = $1 AND subject->>'note_id' = $2 AND kind = 'mentioned'`,
          values: [accountId, noteId],
        });
        return (rows as { person_id: string }[]).map(({ person_id: id }) => id);
      },
      async publish() {
        await publishChanges(poolOf(dataSource));
      },
    };
  });
}

it('waits for a deletion of the item, and then stores no note', async () => {
  const dataSource = await sharedDataSource();
  const item = aFeedback();
  await new TypeOrmFeedbackRepository(dataSource).add(item, SYSTEM);
  const { accountId, id: itemId, createdAt } = item;
  const note = { accountId, itemId, id: aFeedback().id, text: 'Ask Ada', author: SYSTEM, createdAt };
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('BEGIN');
    await client.query(setScope(accountId, SYSTEM));
    await client.query('DELETE FROM feedback WHERE account_id = $1', [accountId]);
    const added = new PostgresNoteRepository(dataSource).add(note, []);
    await untilStatementsWait(dataSource);
    await client.query('COMMIT');
    expect(await added).toBe(false);
  } finally {
    client.release();
  }
});
