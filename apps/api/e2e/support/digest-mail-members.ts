import { PostgresAccountRepository, PostgresFeedbackRepository } from '@libs/postgres';
import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback } from '@libs/feedback/testing';
import { VISITOR } from '@libs/kernel';
import { maintainEventPartitions, poolOf, publishChanges } from '@libs/postgres';
import type { DataSource } from 'typeorm';
import { acrossAccounts } from './events';

/**
 * Creates members whose daily digest mail is due, `shared` of them in one account, and the others in `alone` accounts. Each
 * account has three new items. Returns the number of members.
 */
export async function addDueMembers(dataSource: DataSource, shared: number, alone = 0): Promise<number> {
  const account = anAccount();
  await new PostgresAccountRepository(dataSource).add(account, aPerson());
  await dataSource.query(
    `INSERT INTO accounts (id, name, slug, plan, form_open, created_at, aliases, form_email_field)
     SELECT gen_random_uuid(), 'Alone ' || n, 'alone-' || n, plan, form_open, created_at, '{}', form_email_field
     FROM accounts, generate_series(1, $2::integer) n WHERE id = $1`,
    [account.id, alone],
  );
  await dataSource.query(
    `INSERT INTO people (id, email, name, password_hash, created_at, email_confirmed_at)
     SELECT gen_random_uuid(), 'member-' || n || '@example.com', 'Member', 'x', now(), now()
     FROM generate_series(1, $1::integer) n`,
    [shared + alone],
  );
  await dataSource.query(
    `INSERT INTO memberships (account_id, person_id, role, created_at)
     SELECT coalesce(account.id, $1), person.id, 'viewer', now()
     FROM (SELECT id, row_number() OVER () AS n FROM people WHERE email LIKE 'member-%') person
     LEFT JOIN (SELECT id, row_number() OVER () AS n FROM accounts WHERE slug LIKE 'alone-%') account USING (n)`,
    [account.id],
  );
  await publishItems(dataSource, account.id);
  await acrossAccounts(
    { dataSource },
    `INSERT INTO notification_settings (account_id, person_id, new_feedback_in_app, new_feedback_mail, assigned_mail,
       mentioned_mail, quarantine_mail, time_zone, feedback_since, digest_due_at)
     SELECT account_id, person_id, true, 'daily', 'off', 'off', 'off', 'Asia/Kathmandu', 1, now() - interval '31 seconds'
     FROM memberships JOIN people ON people.id = person_id WHERE email LIKE 'member-%'`,
  );
  return shared + alone;
}

/** Three items in each account, of before the digest mail was due. */
async function publishItems(dataSource: DataSource, accountId: string): Promise<void> {
  await maintainEventPartitions(poolOf(dataSource), 30, new Date());
  const items = new PostgresFeedbackRepository(dataSource);
  for (let n = 1; n <= 3; n++)
    await items.add(aFeedback({ accountId, source: 'form', title: `Item ${n}` }), VISITOR);
  while ((await publishChanges(poolOf(dataSource)))?.changes);
  const accounts = await dataSource.query<{ id: string }[]>(
    `SELECT id FROM accounts WHERE slug LIKE 'alone-%'`,
  );
  for (const { id } of accounts)
    for (let n = 1; n <= 3; n++) await items.add(aFeedback({ accountId: id, source: 'form' }), VISITOR);
  while ((await publishChanges(poolOf(dataSource)))?.changes);
  await acrossAccounts({ dataSource }, 'UPDATE events SET position = position - 600000000');
}
