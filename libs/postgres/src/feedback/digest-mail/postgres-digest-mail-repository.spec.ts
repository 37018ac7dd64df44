import { anAccount, aPerson } from '@libs/accounts/testing';
import { digestMailRepositoryContract } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { publishAll, useFreshDatabase } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { createDataSource, poolOf } from '../../connection/data-source';
import { maintainEventPartitions } from '../../events/event-partitions';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresQuarantineRepository } from '../quarantine/postgres-quarantine-repository';
import { PostgresDigestMailRepository } from './postgres-digest-mail-repository';

describe('PostgresDigestMailRepository', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  afterAll(() => dataSource.destroy());

  digestMailRepositoryContract('PostgreSQL', async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    const pool = poolOf(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
    return {
      digestMail: new PostgresDigestMailRepository(dataSource),
      items: new PostgresFeedbackRepository(dataSource),
      quarantine: new PostgresQuarantineRepository(dataSource),
      addAccount: async () => {
        const account = anAccount();
        await new PostgresAccountRepository(dataSource).add(account, aPerson());
        return account.id;
      },
      publish: async () => {
        await publishAll(pool);
        const { rows } = await pool.query<{ last: string }>('SELECT last FROM event_positions');
        return Number(rows[0]!.last);
      },
    };
  });
});
