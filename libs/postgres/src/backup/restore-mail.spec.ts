import { anAccountId } from '@libs/feedback/testing';
import { testDataSource } from '../../testing';
import { AccountScope } from '../connection/account-scope';
import { endDueMail } from './restore-mail';

/** status-messages.md 1, changelog.md 10 */
it('ends messages, so that no one who was reached is told again', async () => {
  const dataSource = await testDataSource();
  const accountId = anAccountId();
  const scope = new AccountScope(dataSource);
  const add = `
    WITH entry AS (
      INSERT INTO changelog_entries (account_id, id, title, text, status, created_at, updated_at)
      VALUES ($1, gen_random_uuid(), 'T', '', 'published', now(), now()) RETURNING id
    )
    INSERT INTO status_messages (account_id, id, entry_id, state, actor, created_at, due_at, asked)
    SELECT $1, gen_random_uuid(), CASE WHEN is_entry THEN entry.id END, state, 'owner', now(), now(), 1
    FROM entry, unnest(ARRAY['held', 'sending', 'sent']) AS state, unnest(ARRAY[true, false]) AS is_entry`;
  await scope.query(accountId, { text: add, values: [accountId] });
  await dataSource.transaction(async ({ queryRunner }) => endDueMail(queryRunner!));
  const text = `
    SELECT entry_id IS NOT NULL AS "isEntry", state, sent_at IS NOT NULL AS "hasTime", delivered FROM status_messages
    WHERE account_id = $1 ORDER BY 1, 2, 3`;
  const { rows } = await scope.query(accountId, { text, values: [accountId] });
  const row = (isEntry: boolean, state: string, hasTime = false) => ({
    isEntry,
    state,
    hasTime,
    delivered: 0,
  });
  expect(rows).toEqual([
    row(false, 'cancelled'),
    row(false, 'cancelled'),
    row(false, 'sent'),
    row(true, 'cancelled'),
    row(true, 'sent'),
    row(true, 'sent', true),
  ]);
});
