import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, anAccountId, bytesOf } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { adminUrl, asSuperuser, startReplicatedServer, until, type ReplicatedServer } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { createDataSource, poolOf } from '../connection/data-source';
import { maintainEventPartitions } from '../events/event-partitions';
import { publishChanges } from '../events/publish-changes';
import { PostgresFeedbackExporter } from '../feedback/export/postgres-feedback-exporter';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresItemLists } from '../feedback/lists/postgres-item-lists';
import { migrate } from '../schema/schema';
import { inspectReplicas } from './inspect-replicas';
import { createReplicas, type PostgresReplicas } from './open-replicas';
import type { Replica } from './replica';
import { ReadScope } from './read-scope';

const PAGE = { limit: 20, offset: 0 };
const ALL = { format: 'ndjson', selection: {} } as const;
const NEVER_ABORTED = new AbortController().signal;

/** A clock that only tests move, so that no check expires. */
let clock = 0;
const now = () => clock;

/** One instance of the service. */
class Instance {
  readonly served: (number | 'primary')[] = [];
  readonly problems: string[] = [];
  readonly replicas: PostgresReplicas;
  readonly lists: PostgresItemLists;
  readonly exporter: PostgresFeedbackExporter;

  constructor(
    readonly dataSource: DataSource,
    ...urls: string[]
  ) {
    this.replicas = createReplicas(dataSource, {
      urls,
      now,
      events: {
        served: (server) => this.served.push(server),
        unusable: (replica, reason) => this.problems.push(`${replica}: ${reason}`),
      },
    });
    this.lists = new PostgresItemLists(new ReadScope(dataSource, this.replicas));
    this.exporter = new PostgresFeedbackExporter(dataSource, { replicas: this.replicas });
  }

  check = () => this.replicas.check(now());
  titles = async (accountId: string) =>
    (await this.lists.list(accountId, PAGE)).map(({ title }) => title).sort();

  /** Runs a read, and returns which server has served it. */
  async serverOf(read: () => Promise<unknown>): Promise<number | 'primary'> {
    this.served.length = 0;
    await read();
    expect(this.served).toHaveLength(1);
    return this.served[0]!;
  }

  /** Checks the replicas until one has served this read. */
  async servedByReplica(read: () => Promise<unknown>): Promise<void> {
    while ((await this.serverOf(read)) === 'primary') await this.check();
  }
}

const databaseOf = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: `/${name}` }).toString();

/** operator.md 14, on a hot standby */
describe('reads on a replica', () => {
  let server: ReplicatedServer;
  let dataSource: DataSource;
  let one: Instance;
  let other: Instance;
  const opened: DataSource[] = [];
  const open = async (...urls: string[]) => {
    const opening = await createDataSource({ url: server.primary.url }).initialize();
    opened.push(opening);
    return new Instance(opening, ...urls);
  };
  beforeAll(async () => {
    server = await startReplicatedServer();
    const migrating = await createDataSource({ url: server.primary.url }).initialize();
    await migrate(migrating);
    await migrating.destroy();
    // A copy needs a database without connections.
    await asSuperuser(
      { adminUrl: databaseOf(server.primary.adminUrl, 'postgres') },
      'CREATE DATABASE staging TEMPLATE feedback OWNER feedback',
    );
    one = await open(server.replica.url);
    dataSource = one.dataSource;
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
    other = await open(server.replica.url);
  });
  afterAll(async () => {
    for (const { replicas } of [one, other]) await replicas.close();
    for (const each of opened) await each.destroy();
    await server.stop();
  });
  afterEach(() => server.replica.resume());

  const publish = () => publishChanges(poolOf(dataSource));
  const account = async () => {
    const accountId = anAccountId();
    await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
    return accountId;
  };
  const add = (accountId: string, title: string, at: Instance = one) =>
    new PostgresFeedbackRepository(at.dataSource).add(aFeedback({ accountId, title }), SYSTEM);
  /** An account whose items the replica contains. */
  const replicated = async (title: string) => {
    const accountId = await account();
    await add(accountId, title);
    await publish();
    for (const instance of [one, other]) await instance.servedByReplica(() => instance.titles(accountId));
    return accountId;
  };

  it('serves lists, counts, searches, and exports', async () => {
    const accountId = await replicated('Dark mode');
    const reads: [unknown, () => Promise<unknown>][] = [
      [['Dark mode'], () => one.titles(accountId)],
      [1, () => one.lists.count(accountId)],
      [{ new: 1 }, () => one.lists.countByStatus(accountId)],
      [[{ title: 'Dark mode' }], () => one.lists.list(accountId, { ...PAGE, q: 'dark' })],
      [[{ title: 'Dark mode' }], () => one.lists.list(accountId, { ...PAGE, sort: 'title', status: 'new' })],
      [
        expect.stringContaining('Dark mode'),
        async () => (await bytesOf(await one.exporter.open(accountId, ALL, NEVER_ABORTED))).toString(),
      ],
    ];
    for (const [expected, read] of reads) {
      let result: unknown;
      await one.servedByReplica(async () => (result = await read()));
      if (typeof expected === 'object' && !('asymmetricMatch' in expected!))
        expect(result).toMatchObject(expected!);
      else expect(result).toEqual(expected);
    }
  });

  it('works without prepared statements', async () => {
    const accountId = await replicated('Dark mode');
    const { url } = server.replica;
    const replicas = createReplicas(dataSource, { urls: [url], preparedStatements: false, now });
    const [replica] = replicas.all as [Replica];
    while (!replica.isUsable) await replicas.check(now());
    const unprepared = new PostgresItemLists(new ReadScope(dataSource, replicas));
    const isServedBy = jest.spyOn(replica.scope, 'query');
    expect(await unprepared.list(accountId, PAGE)).toMatchObject([{ title: 'Dark mode' }]);
    expect(await unprepared.list(accountId, { ...PAGE, q: 'dark' })).toMatchObject([{ title: 'Dark mode' }]);
    expect(isServedBy).toHaveBeenCalled();
    await replicas.close();
  });

  it('returns only rows of the account on the replica, even without a WHERE', async () => {
    const [mine, theirs] = [await replicated('Mine'), await replicated('Theirs')];
    const [replica] = one.replicas.all as [Replica];
    const titlesOf = async (accountId: string) =>
      (await replica.scope.query(accountId, { text: 'SELECT title FROM feedback', values: [] })).rows;
    expect(await titlesOf(mine)).toEqual([{ title: 'Mine' }]);
    expect(await titlesOf(theirs)).toEqual([{ title: 'Theirs' }]);
  });

  it('includes a write of any instance that the replica lacks, and serves other accounts from the replica', async () => {
    const [writer, reader] = [await replicated('Old'), await replicated('Only')];
    await server.replica.pause();
    await add(writer, 'New', other);
    for (const instance of [one, other]) {
      // Before the change is published, after that, and after a check that has seen the published event.
      for (const next of [() => Promise.resolve(), publish, instance.check]) {
        await next();
        expect(await instance.serverOf(() => instance.titles(writer))).toBe('primary');
        expect(await instance.titles(writer)).toEqual(['New', 'Old']);
        expect(await instance.serverOf(() => instance.titles(reader))).toBe(0);
        expect(await instance.titles(reader)).toEqual(['Only']);
      }
    }
    await server.replica.resume();
    for (const instance of [one, other]) {
      await instance.servedByReplica(() => instance.titles(writer));
      expect(await instance.titles(writer)).toEqual(['New', 'Old']);
    }
  });

  it('includes the write in an export', async () => {
    const accountId = await replicated('Old');
    await server.replica.pause();
    await add(accountId, 'New');
    const file = await bytesOf(await one.exporter.open(accountId, ALL, NEVER_ABORTED));
    expect(file.toString()).toContain('New');
  });

  it('allows one export per account across instances and servers', async () => {
    const accountId = await replicated('Dark mode');
    const withoutReplicas = new PostgresFeedbackExporter(dataSource);
    for (const [first, second] of [
      [one.exporter, withoutReplicas],
      [withoutReplicas, one.exporter],
      [one.exporter, other.exporter],
    ]) {
      const chunks = await first!.open(accountId, ALL, NEVER_ABORTED);
      await expect(second!.open(accountId, ALL, NEVER_ABORTED)).rejects.toMatchObject({
        code: 'export_in_progress',
      });
      await bytesOf(chunks);
    }
  });

  it('repeats a read on the primary if the server lacks the position of an earlier read', async () => {
    const accountId = await replicated('Old');
    const [replica] = one.replicas.all as [Replica];
    Object.assign(replica, { required: Number.MAX_SAFE_INTEGER });
    const statement = { text: 'SELECT 1', values: [] };
    await expect(replica.scope.query(accountId, statement)).rejects.toMatchObject({ code: '22012' });
    expect(await one.serverOf(() => one.titles(accountId))).toBe('primary');
    expect(replica.isUsable).toBe(false);
    replica.reset();
    await one.servedByReplica(() => one.titles(accountId));
  });

  it('repeats a read on the primary if recovery cancels it', async () => {
    const accountId = await replicated('Dark mode');
    await server.replica.query(`ALTER SYSTEM SET max_standby_streaming_delay = 0`);
    await server.replica.query(`SELECT pg_reload_conf()`);
    let failure: unknown;
    const read = one.replicas.read<unknown>(accountId, {
      onReplica: (replica) =>
        replica.scope
          .query(accountId, { text: 'SELECT pg_sleep(60) FROM feedback WHERE $1', values: [true] })
          .catch((error: unknown) => {
            failure = error;
            throw error;
          }),
      onPrimary: () => Promise.resolve('primary'),
    });
    const sleeping = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
    await until(async () => (await server.replica.query(sleeping)).length > 0);
    await dataSource.transaction((manager) => manager.query('LOCK TABLE feedback'));
    expect(await read).toBe('primary');
    expect(failure).toMatchObject({ code: '40001' });
  });

  it('uses no server that is unreachable, or is not a replica of the primary', async () => {
    const unrelated = await open(
      'postgres://feedback@127.0.0.1:1/feedback',
      server.primary.url,
      adminUrl(),
      server.replica.url,
    );
    const accountId = await replicated('Dark mode');
    const reasons = () => new Set(unrelated.problems).size;
    while (reasons() < 3) await unrelated.servedByReplica(() => unrelated.titles(accountId));
    expect(new Set(unrelated.problems)).toEqual(
      new Set([
        expect.stringContaining('0: connect ECONNREFUSED'),
        '1: it is not in recovery, so it is not a replica',
        expect.stringContaining('2: '),
      ]),
    );
    expect(await unrelated.serverOf(() => unrelated.titles(accountId))).toBe(3);
    await unrelated.replicas.close();
  });

  it('uses no other database of a replica', async () => {
    const accountId = await replicated('Dark mode');
    const mistaken = await open(databaseOf(server.replica.url, 'staging'));
    const [replica] = mistaken.replicas.all as [Replica];
    const problem = '0: it is another database than that of DATABASE_URL';
    while (!replica.isUsable && !mistaken.problems.includes(problem)) await mistaken.check();
    expect(await mistaken.titles(accountId)).toEqual(['Dark mode']);
    await mistaken.replicas.close();
  });

  it('reports for each replica why it is not used', async () => {
    const urls = [server.replica.url, server.primary.url];
    expect(await inspectReplicas(dataSource, { urls, now })).toEqual([
      null,
      'it is not in recovery, so it is not a replica',
    ]);
  });

  it('does not use a replica that has not been checked for two seconds', async () => {
    const { replicas } = one;
    await replicated('Dark mode');
    const [replica] = replicas.all as [Replica];
    while (!replica.isUsable) await one.check();
    expect(replica.lagMs).toBe(0);
    clock += 2_000;
    expect(replica.isUsable).toBe(false);
    expect(replica.lagMs).toBeNull();
  });

  it('uses no replica that lacks a migration of this release', async () => {
    const accountId = await replicated('Dark mode');
    const [{ name }] = await dataSource
      .query<[{ name: string }]>(
        'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING name',
      )
      .then(([rows]) => rows as unknown as [{ name: string }]);
    one.problems.length = 0;
    while (one.problems.length === 0) await one.check();
    expect(one.problems[0]).toBe(`0: it lacks migrations: ${name}`);
    expect(await one.serverOf(() => one.titles(accountId))).toBe('primary');
    await dataSource.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
      name.slice(-13),
      name,
    ]);
    await one.servedByReplica(() => one.titles(accountId));
  });

  it('does not repeat an export that has started', async () => {
    const accountId = await replicated('Dark mode');
    // More than socket buffers hold, so that the server is still sending. No event: the account has not changed.
    await asSuperuser(
      { adminUrl: databaseOf(server.primary.adminUrl, 'feedback') },
      `SET session_replication_role = replica;
       INSERT INTO feedback (account_id, id, title, description, status, source, created_at, updated_at)
       SELECT '${accountId}', overlay(gen_random_uuid()::text PLACING '019cb323-e500-7' FROM 1 FOR 15)::uuid, 'Title ' || n,
         repeat('words ', 1600), 'new', 'api', now(), now() FROM generate_series(1, 1500) n`,
    );
    const replayed = `SELECT FROM feedback WHERE account_id = '${accountId}' HAVING count(*) > 1500`;
    await until(async () => (await server.replica.query(replayed)).length > 0);
    await one.servedByReplica(() => one.titles(accountId));
    one.served.length = 0;
    const chunks = await one.exporter.open(accountId, ALL, NEVER_ABORTED);
    await server.replica.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'feedback-service' AND state <> 'idle' AND query LIKE 'COPY%'`,
    );
    await expect(bytesOf(chunks)).rejects.toThrow();
    expect(one.served).toEqual([]);
  });

  it('survives a killed replica, and uses it again when it is back', async () => {
    const accountId = await replicated('Dark mode');
    server.replica.kill();
    // Its connections end a moment after the server.
    while ((await one.serverOf(() => one.titles(accountId))) !== 'primary');
    expect(await one.titles(accountId)).toEqual(['Dark mode']);
    await one.servedByReplica(() => one.titles(accountId));
  });
});
