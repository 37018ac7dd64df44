import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { policiesOf } from '@libs/accounts';
import {
  accountRepositoryContract,
  anAccount,
  anotherAccountContract,
  aPerson,
  apiKeyRepositoryContract,
  apiUsageContract,
  attemptStoreContract,
  emailChangeRepositoryContract,
  mailOutboxContract,
  passwordResetRepositoryContract,
  invitationRepositoryContract,
  membershipRepositoryContract,
  personRepositoryContract,
  rateLimitStoreContract,
  secondFactorContract,
  sessionRepositoryContract,
} from '@libs/accounts/testing';
import { uuidOfDigest } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { createDataSource, poolOf } from '../connection/data-source';
import { SlugAliases1764000600000 } from '../migrations/accounts/1764000600000-slug-aliases';
import { PostgresRateLimitStore } from './rate-limits/postgres-rate-limit-store';
import { PostgresSecondFactorRepository } from './second-factor/postgres-second-factor-repository';
import { PostgresSignInChallengeRepository } from './second-factor/postgres-sign-in-challenge-repository';
import { PostgresSecurityLog } from '../security-log/postgres-security-log';
import { PostgresAttemptStore } from './sessions/postgres-attempt-store';
import { TypeOrmAccountRepository } from './account/typeorm-account-repository';
import { TypeOrmApiKeyRepository } from './api-keys/typeorm-api-key-repository';
import { TypeOrmInvitationRepository } from './invitations/typeorm-invitation-repository';
import { TypeOrmMembershipRepository } from './memberships/typeorm-membership-repository';
import { TypeOrmPersonRepository } from './people/typeorm-person-repository';
import { PostgresApiUsage } from './api-usage/postgres-api-usage';
import { PostgresEmailChangeRepository } from './email-change/postgres-email-change-repository';
import { PostgresMailOutbox } from './mail/postgres-mail-outbox';
import { PostgresPasswordResetRepository } from './password-reset/postgres-password-reset-repository';
import { TypeOrmSessionRepository } from './sessions/typeorm-session-repository';

const repositories = async (from?: DataSource) => {
  const dataSource = from ?? (await testDataSource());
  return {
    accounts: new TypeOrmAccountRepository(dataSource),
    people: new TypeOrmPersonRepository(dataSource),
    memberships: new TypeOrmMembershipRepository(dataSource),
    invitations: new TypeOrmInvitationRepository(dataSource),
    log: new PostgresSecurityLog(dataSource),
    sessions: new TypeOrmSessionRepository(dataSource),
  };
};

accountRepositoryContract('PostgreSQL', () => repositories());
anotherAccountContract('PostgreSQL', () => repositories());

personRepositoryContract('PostgreSQL', () => repositories());

membershipRepositoryContract('PostgreSQL', repositories);

invitationRepositoryContract('PostgreSQL', repositories);

apiKeyRepositoryContract('PostgreSQL', async () => {
  const dataSource = await testDataSource();
  return {
    accounts: new TypeOrmAccountRepository(dataSource),
    keys: new TypeOrmApiKeyRepository(dataSource),
  };
});

apiUsageContract('PostgreSQL', async () => {
  const dataSource = await testDataSource();
  return {
    accounts: new TypeOrmAccountRepository(dataSource),
    keys: new TypeOrmApiKeyRepository(dataSource),
    usage: new PostgresApiUsage(dataSource),
  };
});

sessionRepositoryContract('PostgreSQL', () => repositories());

secondFactorContract('PostgreSQL', async () => {
  const dataSource = await testDataSource();
  return {
    accounts: new TypeOrmAccountRepository(dataSource),
    secondFactors: new PostgresSecondFactorRepository(dataSource),
    challenges: new PostgresSignInChallengeRepository(dataSource),
    log: new PostgresSecurityLog(dataSource),
  };
});
const mailHarness = async () => {
  const dataSource = await testDataSource();
  return {
    ...(await repositories(dataSource)),
    keys: new TypeOrmApiKeyRepository(dataSource),
    log: new PostgresSecurityLog(dataSource),
    outbox: new PostgresMailOutbox(dataSource),
    resets: new PostgresPasswordResetRepository(dataSource),
    changes: new PostgresEmailChangeRepository(dataSource),
  };
};
mailOutboxContract('PostgreSQL', mailHarness);
passwordResetRepositoryContract('PostgreSQL', mailHarness);
emailChangeRepositoryContract('PostgreSQL', mailHarness);

rateLimitStoreContract('PostgreSQL', async () => {
  const { dataSource, advance } = await withClock();
  return { store: new PostgresRateLimitStore(dataSource), advance };
});

attemptStoreContract('PostgreSQL', async () => {
  const { dataSource, advance } = await withClock();
  return { store: new PostgresAttemptStore(dataSource, uuidOf), advance };
});

const uuidOf = (name: string): string => uuidOfDigest(hash('sha256', name, 'hex'));

/** Creates a database with a manual clock: a schema that precedes pg_catalog in the search path defines now(). */
async function withClock() {
  const first = await testDataSource();
  await first.query(`CREATE SCHEMA clock`);
  await first.query(`CREATE TABLE clock.time AS SELECT timestamptz '2026-03-03T10:00:00.500Z' AS at`);
  await first.query(
    `CREATE FUNCTION clock.now() RETURNS timestamptz STABLE LANGUAGE sql RETURN (SELECT at FROM clock.time)`,
  );
  const { url } = first.options as { url: string };
  const dataSource = await createDataSource({
    url: `${url}?options=-csearch_path%3Dclock,pg_catalog,public`,
  }).initialize();
  closeAtEnd.push(() => dataSource.destroy());
  const advance = async (seconds: number) => {
    await dataSource.query(`UPDATE clock.time SET at = at + $1 * interval '1 second'`, [seconds]);
  };
  return { dataSource, advance };
}

const closeAtEnd: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closeAtEnd) await close();
});

describe('TypeOrmAccountRepository.add', () => {
  it('passes on an error other than a conflict, even if the slug is taken', async () => {
    const accounts = new TypeOrmAccountRepository(await testDataSource());
    const account = anAccount();
    await accounts.add(account, aPerson());
    const broken = anAccount({ slug: account.slug, name: '' });
    const adding = accounts.add(broken, aPerson());
    await expect(adding).rejects.toThrow('accounts_name_not_empty');
  });
});

describe('the migration of slug aliases', () => {
  it('keeps the slugs of existing accounts after down and up', async () => {
    const dataSource = await testDataSource();
    const accounts = new TypeOrmAccountRepository(dataSource);
    const account = anAccount();
    await accounts.add(account, aPerson());
    const runner = dataSource.createQueryRunner();
    const migration = new SlugAliases1764000600000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await accounts.findBySlug(account.slug)).toEqual(account);
    const rejectedAccount = anAccount({ slug: account.slug });
    expect(await accounts.add(rejectedAccount, aPerson())).toEqual(['slug']);
  });
});

describe('TypeOrmAccountRepository.remove', () => {
  const account = anAccount();
  const broken = async (event: string, table: string) => {
    const dataSource = await testDataSource();
    const accounts = new TypeOrmAccountRepository(dataSource);
    await accounts.add(account, aPerson());
    await dataSource.query(`
      CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await dataSource.query(`CREATE TRIGGER no BEFORE ${event} ON ${table} EXECUTE FUNCTION no()`);
    await expect(accounts.remove(account.id, new Date())).rejects.toThrow('no');
    return accounts;
  };

  it('keeps the account if it cannot record the removal', async () => {
    const accounts = await broken('INSERT', 'removed_accounts');
    expect(await accounts.findBySlug(account.slug)).toEqual(account);
  });

  it('records no removal if it cannot delete the account', async () => {
    const accounts = await broken('DELETE', 'accounts');
    expect(await accounts.listRemoved()).toEqual([]);
  });

  it('records only the account ID and the time', async () => {
    const columns = await (
      await testDataSource()
    ).query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'removed_accounts'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(['account_id', 'removed_at']);
  });
});

describe('PostgresAttemptStore', () => {
  const rule = { freeAttempts: 10, memoryMs: 900_000 };
  const names = async (dataSource: DataSource) => {
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM sign_in_attempts');
    return rows.map(({ name }) => name);
  };

  it('shares its counts across processes, with a transaction per process and name', async () => {
    const dataSource = await testDataSource();
    const stores = Array.from({ length: 4 }, () => new PostgresAttemptStore(dataSource, uuidOf));
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => stores[i % 4]!.attempt([{ name: 'ada', rule }])),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(await names(dataSource)).toEqual([uuidOf('ada')]);
  });

  it('periodically deletes attempts that no longer count, and reports a failure', async () => {
    const dataSource = await testDataSource();
    const failures: unknown[] = [];
    const onPurgeFailed = (error: unknown) => void failures.push(error);
    const store = new PostgresAttemptStore(dataSource, uuidOf, { purgeMs: 0, onPurgeFailed });
    await store.attempt([{ name: 'forgotten', rule: { ...rule, memoryMs: 0 } }]);
    await store.attempt([{ name: 'ada', rule }]);
    while ((await names(dataSource)).length > 1) await sleep(20);
    expect(await names(dataSource)).toEqual([uuidOf('ada')]);
    await dataSource.query('ALTER TABLE sign_in_attempts RENAME TO away');
    await expect(store.attempt([{ name: 'ada', rule }])).rejects.toThrow('sign_in_attempts');
    while (failures.length === 0) await sleep(20);
  });
});

describe('PostgresRateLimitStore', () => {
  const policies = policiesOf('free', { free: { hour: 100, minute: 10 }, pro: { hour: 0, minute: 0 } });
  const take = async (store: PostgresRateLimitStore, keyId: string) => store.take(keyId, [...policies]);

  it('shares one quota per key across processes', async () => {
    const dataSource = await testDataSource();
    const stores = Array.from({ length: 4 }, () => new PostgresRateLimitStore(dataSource));
    const keyId = randomUUID();
    const states = await Promise.all(Array.from({ length: 40 }, (_, i) => take(stores[i % 4]!, keyId)));
    expect(states.filter(({ admitted }) => admitted)).toHaveLength(10);
  });

  it('counts concurrent requests of many keys in a few statements', async () => {
    const dataSource = await testDataSource();
    const store = new PostgresRateLimitStore(dataSource);
    const query = jest.spyOn(poolOf(dataSource), 'query');
    const keyIds = Array.from({ length: 20 }, () => randomUUID());
    const states = await Promise.all(Array.from({ length: 240 }, (_, i) => take(store, keyIds[i % 20]!)));
    expect(query.mock.calls.length).toBeLessThan(5);
    for (let key = 0; key < 20; key++) {
      const ofKey = states.filter((_, i) => i % 20 === key);
      const minutes = ofKey.filter(({ admitted }) => admitted).map(({ windows }) => windows[1]!.remaining);
      expect(minutes.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      const rejected = ofKey.filter(({ admitted }) => !admitted);
      expect(rejected.map(({ windows }) => windows.map(({ remaining }) => remaining))).toEqual([
        [90, 0],
        [90, 0],
      ]);
    }
  });

  it('rejects the requests of a failed statement, and counts the next', async () => {
    const dataSource = await testDataSource();
    const store = new PostgresRateLimitStore(dataSource);
    const keyId = randomUUID();
    await dataSource.query('ALTER TABLE rate_limits RENAME TO rate_limits_away');
    const taken = await Promise.allSettled(Array.from({ length: 5 }, () => take(store, keyId)));
    expect(taken.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    await dataSource.query('ALTER TABLE rate_limits_away RENAME TO rate_limits');
    expect((await store.take(keyId, policies)).windows[0]!.remaining).toBe(99);
  });

  it('waits at most one window after the clock is set back', async () => {
    const dataSource = await testDataSource();
    const store = new PostgresRateLimitStore(dataSource);
    const keyId = randomUUID();
    for (let i = 0; i < 10; i++) await store.take(keyId, policies);
    const tomorrow = `now() + interval '1 day'`;
    await dataSource.query(`UPDATE rate_limits SET minute_start = ${tomorrow} WHERE key_id = $1`, [keyId]);
    expect((await store.take(keyId, policies)).windows[1]!.resetSeconds).toBe(60);
    const [{ late }] = await dataSource.query<[{ late: boolean }]>(
      `SELECT minute_start > now() + interval '1 second' AS late FROM rate_limits WHERE key_id = $1`,
      [keyId],
    );
    expect(late).toBe(false);
  });

  it('periodically deletes rows whose windows have ended', async () => {
    const dataSource = await testDataSource();
    const ago = (time: string) => `now() - interval '${time}'`;
    const add = async (hourStart: string, minuteStart: string) => {
      const keyId = randomUUID();
      const row = `($1, ${hourStart}, 1, ${minuteStart}, 1, true)`;
      await dataSource.query(`INSERT INTO rate_limits VALUES ${row}`, [keyId]);
      return keyId;
    };
    await add(ago('3600 seconds'), ago('60 seconds'));
    const ended = await add(ago('1 second'), ago('60 seconds'));
    await dataSource.query('UPDATE rate_limits SET hour_count = 0 WHERE key_id = $1', [ended]);
    const current = [
      await add(ago('3590 seconds'), ago('2 minutes')),
      await add(ago('2 hours'), ago('50 seconds')),
    ];
    const keyIds = async () => {
      const rows = await dataSource.query<{ key_id: string }[]>('SELECT key_id FROM rate_limits');
      return rows.map((row) => row.key_id).sort();
    };

    const countedKeyId = randomUUID();
    await new PostgresRateLimitStore(dataSource).take(countedKeyId, policies);
    expect(await keyIds()).toHaveLength(5);
    await new PostgresRateLimitStore(dataSource, { purgeMs: 0 }).take(countedKeyId, policies);
    while ((await keyIds()).length > 3) await sleep(20);
    expect(await keyIds()).toEqual([...current, countedKeyId].sort());
  });

  it('deletes many rows in several statements', async () => {
    const dataSource = await testDataSource();
    await dataSource.query(`
      INSERT INTO rate_limits SELECT gen_random_uuid(), 'epoch', 1, 'epoch', 1, true
      FROM generate_series(1, 20001)`);
    const query = jest.spyOn(poolOf(dataSource), 'query');
    const keyId = randomUUID();
    await new PostgresRateLimitStore(dataSource, { purgeMs: 0 }).take(keyId, policies);
    const rows = () => dataSource.query<{ key_id: string }[]>('SELECT key_id FROM rate_limits');
    while ((await rows()).length > 1) await sleep(20);
    expect(await rows()).toEqual([{ key_id: keyId }]);
    expect(query.mock.calls.filter(([sql]) => String(sql).includes('DELETE'))).toHaveLength(3);
  });

  it('admits requests and reports the error if a purge fails', async () => {
    const dataSource = await testDataSource();
    const failures: unknown[] = [];
    const store = new PostgresRateLimitStore(dataSource, {
      onPurgeFailed: (error) => failures.push(error),
      purgeMs: 0,
    });
    await dataSource.query(`
      CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await dataSource.query('CREATE TRIGGER no BEFORE DELETE ON rate_limits EXECUTE FUNCTION no()');
    expect((await store.take(randomUUID(), policies)).admitted).toBe(true);
    while (failures.length === 0) await sleep(20);
    expect(String(failures[0])).toContain('no');
  });
});
