import { LAST_PRIORITY } from '@libs/accounts';
import {
  emailChangeRepositoryContract,
  mailOutboxContract,
  passwordResetRepositoryContract,
  suppressionsContract,
} from '@libs/accounts/testing';
import { accountRepositories, testDataSource } from '../../../testing';
import { poolOf } from '../../connection/data-source';
import { CLAIM } from './postgres-mail-outbox';

mailOutboxContract('PostgreSQL', accountRepositories);
passwordResetRepositoryContract('PostgreSQL', accountRepositories);
emailChangeRepositoryContract('PostgreSQL', accountRepositories);
suppressionsContract('PostgreSQL', accountRepositories);

/** mail.md 3 */
describe('PostgresMailOutbox', () => {
  it('finds messages by their indexes, however many others wait', async () => {
    const pool = poolOf(await testDataSource());
    await pool.query(`
      INSERT INTO mail_outbox (id, kind, sealed, status, attempts, due_at, created_at, expires_at, priority, turn)
      SELECT gen_random_uuid(), 'digest', '', 'pending', n % 2, now() + (n % 2 - 0.5) * interval '1 hour', now(),
        now() + interval '1 day', 3, n
      FROM generate_series(1, 5000) n`);
    await pool.query('ANALYZE mail_outbox');
    const values = [new Date(), 5, LAST_PRIORITY];
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE) ${CLAIM}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using mail_outbox_new');
    expect(plan).toContain('using mail_outbox_repeated');
    expect(plan).not.toContain('Rows Removed by Filter');
  });
});
