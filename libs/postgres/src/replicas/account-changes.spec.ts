import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { createDataSource, poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';
import { maintainEventPartitions } from '../events/event-partitions';
import { publishChanges } from '../events/publish-changes';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { AccountChanges } from './account-changes';
import { PrimaryReader } from './primary-state';

describe('AccountChanges', () => {
  let dataSource: DataSource;
  let pool: Pool;
  let items: PostgresFeedbackRepository;
  let changes: AccountChanges;
  let accountId: string;
  beforeAll(async () => {
    dataSource = await testDataSource();
    pool = poolOf(dataSource);
    items = new PostgresFeedbackRepository(dataSource);
    changes = new AccountChanges(pool);
    await maintainEventPartitions(pool, 30, new Date());
  });
  beforeEach(async () => {
    await publishChanges(pool);
    accountId = anAccountId();
    await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
  });

  const add = () => items.add(aFeedback({ accountId }), SYSTEM);
  const last = async () => (await new PrimaryReader(pool).read()).lastEvent;

  it('sees a change before and after it is published', async () => {
    const before = await last();
    expect(await changes.hasChangedAfter(accountId, before)).toBe(false);
    await add();
    expect(await changes.hasChangedAfter(accountId, before)).toBe(true);
    await publishChanges(pool);
    expect(await changes.hasChangedAfter(accountId, before)).toBe(true);
    expect(await changes.hasChangedAfter(accountId, await last())).toBe(false);
  });

  it('ignores changes of other accounts', async () => {
    const before = await last();
    await add();
    expect(await changes.hasChangedAfter(anAccountId(), before)).toBe(false);
    await publishChanges(pool);
    expect(await changes.hasChangedAfter(anAccountId(), before)).toBe(false);
  });

  it('answers questions that arrive together, each for its own account and position', async () => {
    const before = await last();
    await add();
    await publishChanges(pool);
    const after = await last();
    const questions = [
      changes.hasChangedAfter(anAccountId(), before),
      changes.hasChangedAfter(accountId, after),
      changes.hasChangedAfter(accountId, before),
      changes.hasChangedAfter(anAccountId(), after),
    ];
    expect(await Promise.all(questions)).toEqual([false, false, true, false]);
  });

  it('sees a change that was committed before the question, while an earlier question is running', async () => {
    const before = await last();
    const first = changes.hasChangedAfter(accountId, before);
    await add();
    expect(await changes.hasChangedAfter(accountId, before)).toBe(true);
    await first;
  });

  it('counts every account as changed if too many changes are unpublished', async () => {
    await add();
    const copies = `
      INSERT INTO feedback_changes (account_id, actor, kind, item)
      SELECT account_id, actor, kind, item FROM feedback_changes, generate_series(1, 999)`;
    await asPublisher(pool, (client) => client.query(copies));
    expect(await changes.hasChangedAfter(anAccountId(), await last())).toBe(true);
    await asPublisher(pool, (client) => client.query('DELETE FROM feedback_changes'));
  });

  it('leaves no setting on its connections', async () => {
    await changes.hasChangedAfter(accountId, 0);
    const { rows } = await pool.query(
      `SELECT coalesce(current_setting('app.publishes', true), '') AS publishes, current_setting('enable_seqscan') AS scan`,
    );
    expect(rows).toEqual([{ publishes: '', scan: 'on' }]);
  });

  it('works without prepared statements, and rejects if the primary is unavailable', async () => {
    const { url } = dataSource.options as { readonly url: string };
    const other = await createDataSource({ url, preparedStatements: false }).initialize();
    const unprepared = new AccountChanges(poolOf(other));
    expect(await unprepared.hasChangedAfter(accountId, 0)).toBe(false);
    await add();
    expect(await unprepared.hasChangedAfter(accountId, 0)).toBe(true);
    await other.destroy();
    await expect(unprepared.hasChangedAfter(accountId, 0)).rejects.toThrow();
  });
});
