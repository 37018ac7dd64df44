import type { DatabaseFacts } from '@libs/postgres';
import type { Config } from '../../config';
import { NO_UNICODE, OLDEST_POSTGRES } from '../../database';
import { failed, ok, warning, type Check } from './check';

/** Tokens and claims depend on the time; claims of deliveries end after 30 seconds. */
const CLOCK_WARNING_MS = 2_000;
const CLOCK_FAILED_MS = 30_000;

/** Changes are usually published within 0.2 seconds, and a long history is removed first in several parts. */
const UNPUBLISHED_WARNING_MS = 60_000;

export type Connection = Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_POOL_SIZE' | 'WORKERS'> & {
  /** Whether prepared statements work; null if they are not used. */
  readonly canPrepare: boolean | null;
};

/** Checks of a database that can be reached. */
export const databaseChecks = (facts: DatabaseFacts, connection: Connection, now: Date): Check[] => [
  checkVersion(facts),
  checkExtensions(facts),
  checkRole(facts),
  checkRowSecurity(facts),
  checkSchema(facts),
  checkPooler(facts, connection),
  checkConnections(facts, connection),
  checkClock(facts),
  checkEvents(facts, now),
];

function checkVersion({ version, hasUnicode }: DatabaseFacts): Check {
  const text = `PostgreSQL ${version}`;
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES) {
    return failed('database', `${text} is too old: use version ${OLDEST_POSTGRES} or newer`);
  }
  return hasUnicode ? ok('database', text) : failed('database', NO_UNICODE);
}

function checkExtensions({ missingExtensions }: DatabaseFacts): Check {
  const name = 'extensions';
  if (missingExtensions.length === 0) return ok(name, 'all created');
  const namesOf = (extensions: typeof missingExtensions) => extensions.map((it) => it.name).join(' and ');
  const unavailable = missingExtensions.filter(({ isAvailable }) => !isAvailable);
  if (unavailable.length > 0) {
    const missing = `the server does not have ${namesOf(unavailable)}`;
    return failed(name, `${missing}: install its package postgresql-contrib`);
  }
  const missing = namesOf(missingExtensions);
  return warning(name, `${missing} will be created at the next start, if the role can create extensions`);
}

function checkRole({ bypassesRowSecurity }: DatabaseFacts): Check {
  if (!bypassesRowSecurity) return ok('role', 'row-level security applies to it');
  return warning('role', 'it bypasses row-level security: use a role without superuser or BYPASSRLS');
}

function checkRowSecurity({ unprotectedTables }: DatabaseFacts): Check {
  const name = 'row-level security';
  if (unprotectedTables.length === 0) return ok(name, 'on');
  const statements = unprotectedTables.map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`,
  );
  return failed(name, `off for ${unprotectedTables.join(', ')}; run: ${statements.join(' ')}`);
}

function checkSchema({ schema: { pending, problem } }: DatabaseFacts): Check {
  if (problem) return failed('schema', problem);
  if (pending.length === 0) return ok('schema', 'up to date');
  const noun = pending.length === 1 ? 'migration is' : 'migrations are';
  return warning('schema', `${pending.length} ${noun} pending: run migrate, or start the service`);
}

function checkPooler({ isPooled }: DatabaseFacts, { canPrepare, DATABASE_DIRECT_URL }: Connection): Check {
  const name = 'pooler';
  if (!isPooled) return ok(name, 'none');
  if (canPrepare === false) {
    return failed(name, 'it does not support prepared statements: set DATABASE_PREPARED_STATEMENTS=off');
  }
  if (DATABASE_DIRECT_URL) return ok(name, 'DATABASE_URL points to a connection pooler');
  return warning(
    name,
    'migrations go through the pooler, whose time limits can stop them: set DATABASE_DIRECT_URL',
  );
}

/** During a restart of several processes, there is one more. A pooler shares its connections. */
function checkConnections(
  { maxConnections, isPooled }: DatabaseFacts,
  { DATABASE_POOL_SIZE, WORKERS }: Connection,
): Check {
  const name = 'connections';
  const needed = (WORKERS === 1 ? 1 : WORKERS + 1) * DATABASE_POOL_SIZE;
  if (isPooled || needed <= maxConnections) return ok(name, `this instance needs up to ${needed}`);
  return warning(
    name,
    `this instance needs up to ${needed}, and PostgreSQL allows ${maxConnections}: raise max_connections or the limit of the role or database, or lower WORKERS or DATABASE_POOL_SIZE`,
  );
}

function checkClock({ clockOffsetMs }: DatabaseFacts): Check {
  const offset = Math.abs(clockOffsetMs);
  const text = `${(offset / 1000).toFixed(1)} seconds from the clock of the database`;
  if (offset < CLOCK_WARNING_MS) return ok('clock', text);
  const advice = `${text}: synchronize both clocks, for example with chrony`;
  return offset < CLOCK_FAILED_MS ? warning('clock', advice) : failed('clock', advice);
}

function checkEvents({ oldestChange }: DatabaseFacts, now: Date): Check {
  const name = 'events';
  const waitMs = oldestChange ? now.getTime() - oldestChange.getTime() : 0;
  if (waitMs < UNPUBLISHED_WARNING_MS) return ok(name, 'all changes are published');
  const minutes = `${Math.floor(waitMs / 60_000)} min`;
  return warning(
    name,
    `a change has waited ${minutes} to be published: start the service, or search its log for “Could not publish events”`,
  );
}
