import { SYSTEM } from '@libs/kernel';
import { anAccountId, aQuarantined, quarantineRepositoryContract } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { itemAdapters, sharedDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresQuarantineRepository } from './postgres-quarantine-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  quarantineRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    return {
      entries: new PostgresQuarantineRepository(dataSource),
      ...itemAdapters(dataSource),
    };
  });
}

describe('PostgresQuarantineRepository', () => {
  let dataSource: DataSource;
  let entries: PostgresQuarantineRepository;

  beforeAll(async () => {
    dataSource = await sharedDataSource();
    entries = new PostgresQuarantineRepository(dataSource);
  });

  it('returns only rows of the current account without a WHERE, and none without an account', async () => {
    const [mine, theirs] = [aQuarantined(), aQuarantined()];
    await entries.add(mine);
    await entries.add(theirs);
    const unfilteredQuery = 'SELECT DISTINCT account_id FROM quarantined_feedback';
    const seen = await new AccountScope(dataSource).query(mine.accountId, { text: unfilteredQuery });
    expect(seen.rows).toEqual([{ account_id: mine.accountId }]);
    const removed = await new AccountScope(dataSource).query(anAccountId(), {
      text: 'DELETE FROM quarantined_feedback WHERE id = $1',
      values: [mine.id],
    });
    expect(removed.rowCount).toBe(0);
    const runner = dataSource.createQueryRunner();
    await runner.query(`SELECT set_config('app.account_id', '', false)`);
    expect(await runner.query(unfilteredQuery)).toEqual([]);
    await runner.query(`RESET app.account_id`);
    await runner.release();
  });

  it('keeps an entry if its release fails', async () => {
    const entry = aQuarantined();
    await entries.add(entry);
    await new PostgresFeedbackRepository(dataSource).add(
      {
        ...(await entries.release(entry.accountId, entry.id, SYSTEM))!,
        accountId: anAccountId(),
      },
      SYSTEM,
    );
    await entries.add(entry);
    await expect(entries.release(entry.accountId, entry.id, SYSTEM)).rejects.toThrow(/duplicate key/);
    expect(await entries.count(entry.accountId)).toBe(1);
  });
});
