import { randomBytes } from 'node:crypto';
import { apiKeyActor, parse } from '@libs/kernel';
import { EndpointUseCases, endpointChangeRule, newEndpointRule, SecretBox } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import {
  asSuperuser,
  createDatabase,
  freshDatabase,
  restore,
  useBackups,
  webhooksInPostgres,
  type FreshDatabase,
} from '../../testing';
import { verifyBackup } from '../backup/restore-backup';
import { createDataSource } from '../connection/data-source';
import { migrate } from '../schema/schema';
import { SealedWebhookUrls1765730000000 } from '../migrations/webhooks/1765730000000-sealed-webhook-urls';
import { PostgresEndpointRepository } from './postgres-endpoint-repository';

const { name } = SealedWebhookUrls1765730000000;
const TOKEN = 'T0K3N';
const URL = `https://hooks.example.com/services/${TOKEN}?a=1`;
const OTHER = `https://other.example.com/services/${TOKEN}`;
const BY = apiKeyActor(v7());

/** webhooks.md 4, operator.md 5 */
describe('URLs of webhooks', () => {
  const backups = useBackups();
  const dataSources: DataSource[] = [];
  afterAll(() => Promise.all(dataSources.map((dataSource) => dataSource.destroy())));

  const connect = async ({ url }: FreshDatabase) => {
    const dataSource = await createDataSource({ url }).initialize();
    dataSources.push(dataSource);
    return dataSource;
  };
  const required = async (database: FreshDatabase) =>
    (await asSuperuser<{ name: string }>(database, 'SELECT name FROM required_migrations')).map(
      (row) => row.name,
    );
  const stored = async (database: FreshDatabase) =>
    (await asSuperuser<{ url: string }>(database, 'SELECT url FROM webhook_endpoints')).map(({ url }) => url);
  const textOf = async (file: string) => {
    const { reader } = await verifyBackup(file);
    const pieces: Buffer[] = [];
    await reader.read(async (_, rows) => {
      for await (const piece of rows) pieces.push(piece);
    });
    await reader.close();
    return Buffer.concat(pieces).toString();
  };
  /** A database on which the release before has started. */
  const usedDatabase = async () => {
    const database = await backups.opened(freshDatabase());
    await asSuperuser(database, 'DELETE FROM required_migrations');
    await asSuperuser(database, 'DELETE FROM migrations WHERE name = $1', [name]);
    await asSuperuser(database, `INSERT INTO shared_secrets VALUES ('cursor', '\\x01')`);
    await migrate(await connect(database));
    return database;
  };
  /** An account, and the use cases with a key. */
  const open = async (database: FreshDatabase) => {
    const dataSource = await connect(database);
    const { addAccount, queue, create } = await webhooksInPostgres(dataSource);
    const accountId = await addAccount();
    const useCases = (...keys: [Uint8Array, Uint8Array?]) =>
      new EndpointUseCases(
        new PostgresEndpointRepository(dataSource),
        { problemOf: async () => null },
        new SecretBox(randomBytes, ...keys),
        () => new Date(),
        (at) => v7({ msecs: at.getTime() }),
        randomBytes,
      );
    const key = randomBytes(32);
    const endpoints = useCases(key);
    const added = async () => {
      const input = parse(newEndpointRule, { url: URL, events: ['*'] });
      return (await endpoints.create(accountId, input, BY)).endpoint;
    };
    return { accountId, queue, create, useCases, key, endpoints, added };
  };

  describe('on a new database', () => {
    let database: FreshDatabase;
    let subject: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      database = await backups.opened(freshDatabase());
      subject = await open(database);
    });

    it('are stored only encrypted, except scheme and host, also in backups', async () => {
      const { accountId, endpoints, added, create } = subject;
      const { id } = await added();
      await create(accountId, 'Dark mode');
      expect(await stored(database)).toEqual(['https://hooks.example.com']);
      const change = parse(endpointChangeRule, { url: OTHER });
      expect((await endpoints.update(accountId, id, change, BY)).endpoint.url).toBe(OTHER);
      expect(await stored(database)).toEqual(['https://other.example.com']);
      const { file } = await backups.backup(database);
      const text = await textOf(file);
      expect([text.includes('https://other.example.com'), text.includes(TOKEN)]).toEqual([true, false]);

      const target = await backups.opened(createDatabase());
      await restore(target, file);
      expect(await required(target)).toEqual([name]);
      const { useCases } = await open(target);
      expect((await useCases(subject.key).read(accountId, id)).endpoint.url).toBe(OTHER);
      await endpoints.removeAll(accountId);
    });
  });

  describe('on a database that the release before has used', () => {
    let database: FreshDatabase;
    beforeAll(async () => {
      database = await usedDatabase();
    });

    it('are stored so that the release before can read them, and claimed so', async () => {
      const { accountId, queue, create, added } = await open(database);
      await added();
      await create(accountId, 'Dark mode');
      expect(await stored(database)).toEqual([URL]);
      expect(await queue.claim(new Date(), 1)).toMatchObject([{ endpoint: { url: URL } }]);
    });

    it('do not require this release, also after a restore', async () => {
      expect(await required(database)).toEqual([]);
      const { file } = await backups.backup(database);
      for (const target of [createDatabase(), freshDatabase()]) {
        await restore(await backups.opened(target), file);
        expect(await required(await target)).toEqual([]);
      }
    });
  });

  it('do not require this release if the release before has an account', async () => {
    const database = await backups.opened(freshDatabase());
    const dataSource = await connect(database);
    await (await webhooksInPostgres(dataSource)).addAccount();
    await asSuperuser(database, 'DELETE FROM required_migrations');
    await asSuperuser(database, 'DELETE FROM migrations WHERE name = $1', [name]);
    await migrate(dataSource);
    expect(await required(database)).toEqual([]);
  });
});
