import {
  emailChangeRepositoryContract,
  mailOutboxContract,
  passwordResetRepositoryContract,
} from '@libs/accounts/testing';
import { accountRepositories, testDataSource } from '../../../testing';
import { poolOf } from '../../connection/data-source';
import { CLAIM } from './postgres-mail-outbox';

mailOutboxContract('PostgreSQL', accountRepositories);
passwordResetRepositoryContract('PostgreSQL', accountRepositories);
emailChangeRepositoryContract('PostgreSQL', accountRepositories);

/** mail.md 3 */
describe('PostgresMailOutbox', () => {
  it('finds other messages by their index, however much digest mail is due', async () => {
    const pool = poolOf(await testDataSource());
    await pool.query(`
      INSERT INTO mail_outbox (id, kind, sealed, status, attempts, due_at, created_at, expires_at)
      SELECT gen_random_uuid(), CASE WHEN n = 5000 THEN 'mentioned' ELSE 'digest' END, '', 'pending', 0,
        now() - interval '1 hour', now(), now() + interval '1 day'
      FROM generate_series(1, 5000) n`);
    await pool.query('ANALYZE mail_outbox');
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE) ${CLAIM}`, [new Date()]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using mail_outbox_turns');
    expect(plan).toMatch(/using mail_outbox_due on .*never executed/);
    expect(plan).not.toContain('Rows Removed by Filter');
  });
});
