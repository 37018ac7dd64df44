import { randomUUID } from 'node:crypto';
import { Argon2PasswordHasher, digestOf, newSecret, newToken } from '@libs/accounts';
import { createDataSource, migrate } from '@libs/postgres';
import { createDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Dashboard } from './support/dashboard';
import { PASSWORD, throughPooler } from './support/service';
import { useService } from './support/use-service';

const LAST_BEFORE = 'AccountSecurity1764500000000';

/** operator.md 5, team.md 1 */
describe('an update from the release before people', () => {
  const [accountId, ownerId] = [randomUUID(), randomUUID()];
  const token = newToken();
  const secret = newSecret();
  const email = 'ada@example.com';
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await createDatabase();
    const old = createDataSource({ url: database.url });
    const all = old.options.migrations as (new () => unknown)[];
    const isOld = all.findIndex(({ name }) => name === LAST_BEFORE) + 1;
    old.setOptions({ migrations: all.slice(0, isOld) as never });
    await old.initialize();
    await old.runMigrations();
    const hash = await new Argon2PasswordHasher().hash(PASSWORD);
    for (const [sql, ...values] of [
      [
        `INSERT INTO accounts (id, name, slug, aliases, plan, form_open, form_email_field, created_at)
         VALUES ($1, 'Acme', 'acme', '{}', 'free', true, 'optional', now())`,
        accountId,
      ],
      [`INSERT INTO account_slugs VALUES ('acme', $1)`, accountId],
      [`INSERT INTO owners VALUES ($1, $2, $3, $4, now())`, ownerId, accountId, email, hash],
      [
        `INSERT INTO sessions (id, account_id, owner_id, digest, created_at, last_seen_at)
         VALUES ($1, $2, $3, $4, now(), now())`,
        ...[randomUUID(), accountId, ownerId, digestOf(token)],
      ],
      [
        `INSERT INTO api_keys
           (id, account_id, name, permission, allowed_origins, digest, last_four, created_at, bucket_id)
         VALUES ($1, $2, 'Key', 'full', '{}', $3, $4, now(), $1)`,
        ...[randomUUID(), accountId, digestOf(secret), secret.slice(-4)],
      ],
    ] as const) {
      await old.query(sql, values as unknown[]);
    }
    await old.destroy();
    const current = await createDataSource({ url: database.url }).initialize();
    await migrate(current);
    await current.destroy();
  });
  const { client } = useService({}, () => ({
    database: { ...database, url: throughPooler(database.url) },
  }));
  afterAll(() => database.drop());

  it('keeps the session, the password, and the API key of an owner', async () => {
    const browser = new Dashboard(client);
    browser.cookie = `session=${token}`;
    expect((await browser.get('session')).json.data).toMatchObject({
      account: { id: accountId },
      person: { id: ownerId, name: 'ada', email },
      role: 'owner',
      accounts: [{ id: accountId, role: 'owner' }],
    });
    await new Dashboard(client).signIn(email);
    const response = await client.call('GET', '/api/v1/key', { key: secret });
    expect(response.status).toBe(200);
  });
});
