import { diagnose } from '../src/operator/doctor/doctor';
import { createDatabase, freshDatabase, pooled } from '@libs/postgres/testing';
import { isBehindPgBouncer } from './support/service';
import { useService } from './support/use-service';

const SECRET_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
const UNREACHABLE = 'postgres://feedback:secret@127.0.0.1:1/feedback';

/** operator.md 8 */
describe('doctor', () => {
  const { service } = useService();
  const findings = async (env: Record<string, string>) =>
    (await diagnose({ SECRET_ENCRYPTION_KEY, ...env })).filter(({ state }) => state !== 'ok');

  it('finds nothing in a running service, also behind a pooler', async () => {
    const DATABASE_URL = service.database.url;
    const PUBLIC_URL = `http://localhost:${service.port}`;
    const direct = { DATABASE_URL, PUBLIC_URL };
    const behindPooler = {
      DATABASE_URL: isBehindPgBouncer() ? pooled(DATABASE_URL) : DATABASE_URL,
      DATABASE_DIRECT_URL: DATABASE_URL,
      DATABASE_PREPARED_STATEMENTS: 'off',
      PUBLIC_URL,
    };
    const checks = await diagnose({ SECRET_ENCRYPTION_KEY, ...behindPooler });
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(checks.find(({ name }) => name === 'pooler')?.message).toBe(
      isBehindPgBouncer() ? 'DATABASE_URL points to a connection pooler' : 'none',
    );
    if (isBehindPgBouncer()) {
      expect(await findings({ ...direct, DATABASE_URL: pooled(DATABASE_URL) })).toContainEqual({
        name: 'pooler',
        state: 'failed',
        message: 'it does not support prepared statements: set DATABASE_PREPARED_STATEMENTS=off',
      });
    }
  });

  it('reports a key that is not the one of the database', async () => {
    const PUBLIC_URL = `http://localhost:${service.port}`;
    const other = Buffer.alloc(32, 9).toString('base64');
    const env = { DATABASE_URL: service.database.url, PUBLIC_URL, SECRET_ENCRYPTION_KEY: other };
    const keyFindings = (await findings(env)).filter(({ name }) => name === 'encryption key');
    expect(keyFindings).toEqual([
      {
        name: 'encryption key',
        state: 'failed',
        message:
          'A stored secret was encrypted with another key: set SECRET_ENCRYPTION_KEY, or SECRET_ENCRYPTION_KEY_PREVIOUS, to that key',
      },
    ]);
    const previous = { ...env, SECRET_ENCRYPTION_KEY_PREVIOUS: SECRET_ENCRYPTION_KEY };
    expect((await findings(previous)).filter(({ name }) => name === 'encryption key')).toEqual([]);
  });

  it('reports each invalid variable, and does nothing else', async () => {
    expect(await findings({ PORT: '0', WORKER: 'yes' })).toEqual([
      { name: 'configuration', state: 'failed', message: 'PORT must be a whole number from 1 to 65,535' },
      { name: 'configuration', state: 'failed', message: 'WORKER must be on or off' },
    ]);
  });

  it('warns about unknown variables, and an unreachable Redis', async () => {
    const database = await freshDatabase();
    const env = { DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1', RATELIMIT_STORE: 'redis' };
    expect((await findings(env)).slice(0, 2)).toEqual([
      {
        name: 'configuration',
        state: 'warning',
        message: 'RATELIMIT_STORE is not a variable of this service: did you mean RATE_LIMIT_STORE?',
      },
      {
        name: 'redis',
        state: 'warning',
        message: expect.stringMatching(
          /^unreachable, so each process counts its own requests \(.*ECONNREFUSED/,
        ),
      },
    ]);
    await database.drop();
  });

  it('names the database that is unreachable, without the password', async () => {
    const [database, ...more] = await findings({ DATABASE_URL: UNREACHABLE });
    expect(database).toEqual({
      name: 'database',
      state: 'failed',
      message: expect.stringMatching(/^DATABASE_URL: cannot use PostgreSQL at 127\.0\.0\.1:1\/feedback: /),
    });
    expect(JSON.stringify([database, ...more])).not.toContain('secret');
  });

  it('does not migrate the database', async () => {
    const database = await createDatabase();
    const env = { DATABASE_URL: database.url, DATABASE_REPLICA_URLS: UNREACHABLE };
    for (let i = 0; i < 2; i++) {
      const found = (await findings(env)).map(({ name, state }) => [name, state]);
      expect(found.slice(0, 3)).toEqual([
        ['extensions', 'warning'],
        ['schema', 'warning'],
        ['replicas', 'warning'],
      ]);
    }
    await database.drop();
  });
});
