import 'reflect-metadata';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AccountAdministration,
  AccountUseCases,
  ApiKeyUseCases,
  Argon2PasswordHasher,
  newApiKeyRule,
  type Plan,
} from '@libs/accounts';
import { parse, SYSTEM } from '@libs/kernel';
import { createDataSource, PostgresAccountRepository, PostgresApiKeyRepository } from '@libs/postgres';
import { freshDatabase, pooled, type FreshDatabase } from '@libs/postgres/testing';
import { Client as PgClient } from 'pg';
import type { DataSource } from 'typeorm';
import { newId } from '../../src/new-id';
import { clock } from '../../src/clock';
import { readConfig, type Config } from '../../src/config';
import { createHttpApp, type HttpApp } from '../../src/http-app';
import type { Metrics } from '../../src/metrics/metrics';
import type { Tracing } from '../../src/tracing/tracing';

/** Turns off limits and logging, and creates no key file, unless a test sets them. */
const GENEROUS = {
  LOG_LEVEL: 'silent',
  SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  RATE_LIMIT_HOUR_FREE: '0',
  RATE_LIMIT_HOUR_PRO: '0',
  RATE_LIMIT_MINUTE_FREE: '0',
  RATE_LIMIT_MINUTE_PRO: '0',
  MCP_MESSAGES_PER_MINUTE: '0',
  AUTH_FAILURES_PER_MINUTE: '100000',
  FORM_PER_MINUTE: '100000',
  FORM_PER_HOUR: '100000',
  SIGN_IN_PER_HOUR: '100000',
  DASHBOARD_PER_MINUTE: '0',
  SIGN_UP_PER_HOUR: '100000',
};

/** The password of every person that tests create. */
export const PASSWORD = 'a long enough passphrase';

/** Hashes PASSWORD once per worker, because a hash takes longer than most tests. */
let hashOfPassword: Promise<string> | undefined;
const KNOWN_PASSWORD = Object.assign(new Argon2PasswordHasher(), {
  hash: () => (hashOfPassword ??= new Argon2PasswordHasher().hash(PASSWORD)),
});

export interface Account {
  readonly id: string;
  readonly slug: string;
  readonly email: string;
  readonly key: string;
  readonly keyId: string;
}

export type Settings = Readonly<Record<string, string>>;

interface IssueOptions {
  readonly permission?: 'full' | 'read' | 'submit';
  readonly origins?: string[];
  readonly expiresAt?: Date;
}

/** Set by apps/api/jest.pooler.config.cjs. */
export const isBehindPgBouncer = (): boolean =>
  (globalThis as { BEHIND_PGBOUNCER?: boolean }).BEHIND_PGBOUNCER === true;

/** Returns the URL of the same database for the service. */
export const throughPooler = (url: string): string => (isBehindPgBouncer() ? pooled(url) : url);

/** Creates a migrated database. Its URL for the service can lead through PgBouncer. */
export async function serviceDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  return { ...database, url: throughPooler(database.url) };
}

/** Ends the wait for a server that has vanished. Long, because anything can be slow on a busy machine. */
const DATABASE_TIMEOUT_MS = 120_000;

/** Connects as the service does. */
export const openDataSource = (url: string, timeoutMs = DATABASE_TIMEOUT_MS): Promise<DataSource> =>
  createDataSource({
    url,
    preparedStatements: !isBehindPgBouncer(),
    responseTimeoutMs: timeoutMs,
    connectTimeoutMs: timeoutMs,
  }).initialize();

/** Replacements for what a service would create. */
interface Replacements {
  /** A database that the caller drops. */
  readonly database?: FreshDatabase;
  /** Maximum wait for a response of the database, and for a connection. */
  readonly databaseTimeoutMs?: number;
  readonly metrics?: Metrics;
  readonly tracing?: Tracing;
}

/** The service in the process of the test. */
export class Service {
  origin!: string;
  config!: Config;
  dataSource!: DataSource;
  database!: FreshDatabase;
  private http!: HttpApp;
  private readonly admins: PgClient[] = [];
  private isDatabaseOwn = false;
  private accountCount = 0;

  /** For tests about starting, stopping, or several instances. All others call `useService`. */
  static async start(settings: Settings = {}, given: Replacements = {}): Promise<Service> {
    const service = new Service();
    await service.start(settings, given);
    return service;
  }

  async start(
    settings: Settings,
    { database, databaseTimeoutMs, metrics, tracing }: Replacements,
  ): Promise<void> {
    this.isDatabaseOwn = !database;
    this.config = readConfig({ ...GENEROUS, ...settings });
    this.database = database ?? (await serviceDatabase());
    this.dataSource = await openDataSource(this.database.url, databaseTimeoutMs);
    this.http = await createHttpApp(this.config, this.dataSource, metrics ?? null, tracing ?? null);
    await this.http.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = this.http.app.getHttpServer().address() as AddressInfo;
    this.origin = `http://127.0.0.1:${port}`;
  }

  get routes() {
    return this.http.routes;
  }

  /** Returns a provider of the application. */
  get<T>(type: abstract new (...given: never[]) => T): T {
    return this.http.app.get(type);
  }

  /** The environment of an operator command on the same database. */
  get operatorEnv() {
    return {
      DATABASE_URL: this.database.url,
      DATABASE_PREPARED_STATEMENTS: isBehindPgBouncer() ? 'off' : 'on',
    };
  }

  /** What the operator command uses, on the same database. */
  get administration(): AccountAdministration {
    return new AccountAdministration(new PostgresAccountRepository(this.dataSource), clock, newId);
  }

  /** Starts draining, as a signal does before the listener closes. */
  drain(): void {
    this.http.drain();
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  /** Connects to the database as superuser, until the service stops. */
  async connectAsAdmin(): Promise<PgClient> {
    const admin = new PgClient({ connectionString: this.database.adminUrl });
    this.admins.push(admin);
    await admin.connect();
    return admin;
  }

  /** Resolves with the next request when its headers have arrived. */
  async nextRequest(): Promise<IncomingMessage> {
    const [request] = (await once(this.http.app.getHttpServer(), 'request')) as [IncomingMessage];
    return request;
  }

  async stop(): Promise<void> {
    for (const admin of this.admins) await admin.end();
    // After a failed start, some of them don't exist.
    await this.http?.app.close();
    if (this.dataSource?.isInitialized) await this.dataSource.destroy();
    if (this.isDatabaseOwn) await this.database?.drop();
  }

  /** Creates an account with a `full` key through the use cases. */
  async account(plan: Plan = 'free'): Promise<Account> {
    const n = ++this.accountCount;
    const ports = { accounts: new PostgresAccountRepository(this.dataSource), passwords: KNOWN_PASSWORD };
    const accounts = new AccountUseCases(ports, new Set(), clock, newId);
    const given = parse(accounts.newAccountRule, {
      name: `Acme ${n} ${Math.random().toString(36).slice(2, 8)}`,
      email: `owner-${n}-${Math.random().toString(36).slice(2, 8)}@example.com`,
      password: PASSWORD,
      plan,
    });
    const { account, owner } = await accounts.createAccount(given, SYSTEM);
    const issued = await this.issue(account.id);
    return { id: account.id, slug: account.slug, email: owner.email, ...issued };
  }

  async issue(accountId: string, { permission = 'full', origins, expiresAt }: IssueOptions = {}) {
    const keys = new ApiKeyUseCases(new PostgresApiKeyRepository(this.dataSource), clock, newId);
    const given = parse(newApiKeyRule, {
      name: 'Test',
      permission,
      allowed_origins: origins ?? (permission === 'submit' ? ['https://page.example'] : []),
    });
    const issued = await keys.issue(accountId, given, SYSTEM, expiresAt);
    return { key: issued.secret, keyId: issued.key.id };
  }

  /** Makes a key expire now. */
  async expire(keyId: string): Promise<void> {
    const sql = `UPDATE api_keys SET expires_at = now() - interval '1 ms' WHERE id = $1`;
    await this.dataSource.query(sql, [keyId]);
  }

  async revoke(accountId: string, keyId: string): Promise<void> {
    await new ApiKeyUseCases(new PostgresApiKeyRepository(this.dataSource), clock, newId).revoke(
      accountId,
      keyId,
      SYSTEM,
    );
  }
}
