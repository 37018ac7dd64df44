import type { DatabaseFacts } from '@libs/postgres';
import { NO_UNICODE } from '../../database';
import type { Check } from './check';
import { databaseChecks, type Connection } from './database-checks';

const HEALTHY: DatabaseFacts = {
  version: '18.4',
  missingExtensions: [],
  hasUnicode: true,
  bypassesRowSecurity: false,
  unprotectedTables: [],
  schema: { pending: [], problem: null },
  maxConnections: 97,
  isPooled: false,
  clockOffsetMs: -1999,
  oldestChange: new Date('2026-03-03T12:00:01Z'),
};
const NOW = new Date('2026-03-03T12:01:00Z');
const CONNECTION: Connection = { canPrepare: null, DATABASE_POOL_SIZE: 10, WORKERS: 1 };

/** operator.md 8 */
describe('databaseChecks', () => {
  /** The checks that are not `ok`. */
  const findings = (facts: Partial<DatabaseFacts>, connection: Partial<Connection> = {}): Check[] =>
    databaseChecks({ ...HEALTHY, ...facts }, { ...CONNECTION, ...connection }, NOW).filter(
      ({ state }) => state !== 'ok',
    );
  const POOLER_URL = 'postgres://feedback@db/feedback';

  it('finds nothing in a healthy database', () => {
    expect(findings({})).toEqual([]);
    expect(databaseChecks(HEALTHY, CONNECTION, NOW).map(({ name }) => name)).toEqual([
      'database',
      'extensions',
      'role',
      'row-level security',
      'schema',
      'pooler',
      'connections',
      'clock',
      'events',
    ]);
    expect(findings({ version: '15.0', clockOffsetMs: 1999 })).toEqual([]);
  });

  it.each<[Partial<DatabaseFacts>, Check['state'], string, string]>([
    [{ version: '14.11' }, 'failed', 'database', 'PostgreSQL 14.11 is too old: use version 15 or newer'],
    [{ hasUnicode: false }, 'failed', 'database', NO_UNICODE],
    [
      { missingExtensions: [{ name: 'pg_trgm', isAvailable: true }] },
      'warning',
      'extensions',
      'pg_trgm will be created at the next start, if the role can create extensions',
    ],
    [
      {
        missingExtensions: [
          { name: 'btree_gin', isAvailable: true },
          { name: 'pg_trgm', isAvailable: false },
        ],
      },
      'failed',
      'extensions',
      'the server does not have pg_trgm: install its package postgresql-contrib',
    ],
    [
      { bypassesRowSecurity: true },
      'warning',
      'role',
      'it bypasses row-level security: use a role without superuser or BYPASSRLS',
    ],
    [
      { unprotectedTables: ['events', 'feedback'] },
      'failed',
      'row-level security',
      'off for events, feedback; run: ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; ' +
        'ALTER TABLE feedback ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
    ],
    [
      { schema: { pending: ['A', 'B'], problem: null } },
      'warning',
      'schema',
      '2 migrations are pending: run migrate, or start the service',
    ],
    [
      { schema: { pending: ['A'], problem: null } },
      'warning',
      'schema',
      '1 migration is pending: run migrate, or start the service',
    ],
    [{ schema: { pending: ['A'], problem: 'too new' } }, 'failed', 'schema', 'too new'],
    [
      { clockOffsetMs: 2_000 },
      'warning',
      'clock',
      '2.0 seconds from the clock of the database: synchronize both clocks, for example with chrony',
    ],
    [
      { clockOffsetMs: -30_000 },
      'failed',
      'clock',
      '30.0 seconds from the clock of the database: synchronize both clocks, for example with chrony',
    ],
    [
      { oldestChange: new Date('2026-03-03T11:57:30Z') },
      'warning',
      'events',
      'a change has waited 3 min to be published: start the service, or search its log for “Could not publish events”',
    ],
  ])('says what to do about %j', (facts, state, name, message) => {
    expect(findings(facts)).toEqual([{ name, state, message }]);
  });

  it('compares the connections of all processes with the limit, unless there is a pooler', () => {
    expect(findings({ maxConnections: 10 })).toEqual([]);
    expect(findings({}, { WORKERS: 8 })).toEqual([]);
    expect(findings({ maxConnections: 97 }, { WORKERS: 9 })).toEqual([
      {
        name: 'connections',
        state: 'warning',
        message:
          'this instance needs up to 100, and PostgreSQL allows 97: raise max_connections or the limit of the role or database, or lower WORKERS or DATABASE_POOL_SIZE',
      },
    ]);
    const pooled = { WORKERS: 9, DATABASE_DIRECT_URL: POOLER_URL };
    expect(findings({ isPooled: true }, pooled)).toEqual([]);
  });

  it('demands what a pooler needs', () => {
    const isPooled = true;
    expect(findings({ isPooled }, { canPrepare: true, DATABASE_DIRECT_URL: POOLER_URL })).toEqual([]);
    expect(findings({ isPooled }, { DATABASE_DIRECT_URL: POOLER_URL })).toEqual([]);
    expect(findings({ isPooled }, { canPrepare: false, DATABASE_DIRECT_URL: POOLER_URL })).toEqual([
      {
        name: 'pooler',
        state: 'failed',
        message: 'it does not support prepared statements: set DATABASE_PREPARED_STATEMENTS=off',
      },
    ]);
    expect(findings({ isPooled }, { canPrepare: true })).toEqual([
      {
        name: 'pooler',
        state: 'warning',
        message: 'migrations go through the pooler, whose time limits can stop them: set DATABASE_DIRECT_URL',
      },
    ]);
  });
});
