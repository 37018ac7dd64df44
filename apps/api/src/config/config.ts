import type { StorageLimits } from '@libs/accounts';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { fileVariableOf, readSecretFiles, type Problem } from './secret-files';
import { descriptions, KEY_COMMAND, MAX_PROCESSES, secrets } from './decorators';
import { entriesOf } from './formats';
import { Variables } from './variables';

/** Connections of the embedded PostgreSQL for the pools of all processes. Its max_connections allows 100 more. */
const EMBEDDED_POOLS = 300;

/** The configuration in effect, frozen. */
export type Config = Readonly<
  Omit<Variables, 'PUBLIC_URL' | 'RATE_LIMIT_STORE' | 'SHUTDOWN_DELAY' | 'TRUST_PROXY' | 'WORKERS'> & {
    PUBLIC_URL: string;
    RATE_LIMIT_STORE: 'memory' | 'postgres' | 'redis';
    SHUTDOWN_DELAY: number;
    TRUST_PROXY: number | string[] | false;
    WORKERS: number;
  }
>;

/** All configuration problems, one per line. Each line starts with the name of its variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** An empty variable counts as not set. @throws ConfigError with all problems, in the order of the variables */
export const readConfig = (env: Environment): Config => read(env, conflictsOf);

/** As `readConfig`, with the requirements that the operator command doesn't have. @throws ConfigError */
export const readServiceConfig = (env: Environment): Config =>
  read(env, (values) => [
    ...conflictsOf(values),
    required('SECRET_ENCRYPTION_KEY', values, 'DATABASE_URL', `; create it with: ${KEY_COMMAND}`),
  ]);

type Environment = Readonly<Record<string, string | undefined>>;

/** A problem of several variables. Not reported if one of them has its own. The text starts with the first of them. */
interface Conflict {
  readonly of: readonly [keyof Variables, ...(keyof Variables)[]];
  readonly exists: boolean;
  readonly text: string;
}

function read(variables: Environment, conflicts: (values: Variables) => readonly Conflict[]): Config {
  const { env, problems: unreadable } = readSecretFiles(variables, secrets);
  const given = [...descriptions.keys()]
    .filter((name) => env[name])
    .map((name) => [name, env[name]] as const);
  const values = plainToInstance(Variables, Object.fromEntries(given));
  const invalid = validateSync(values, { stopAtFirstError: true }).map(({ property: name, constraints }) => ({
    name,
    text: `${name} ${Object.values(constraints!)[0]}`,
  }));
  const single = [...unreadable, ...invalid];
  const names = single.map(({ name }) => name);
  const shared = conflicts(values).filter(
    ({ of, exists }) => exists && !of.some((name) => names.includes(name)),
  );
  const problems: Problem[] = [...single, ...shared.map(({ of: [name], text }) => ({ name, text }))];
  const order = [...descriptions.keys()];
  const placeOf = ({ name }: Problem) => order.indexOf(name);
  problems.sort((a, b) => placeOf(a) - placeOf(b));
  if (problems.length > 0) throw new ConfigError(problems.map(({ text }) => text));
  return configOf(values);
}

const required = (name: keyof Variables, values: Variables, by: keyof Variables, advice = ''): Conflict => ({
  of: [name, by],
  exists: Boolean(values[by]) && !values[name],
  text: `${name} must be set when ${by} is set${advice}`,
});

function conflictsOf(values: Variables): readonly Conflict[] {
  const { WORKERS, DATABASE_POOL_SIZE, RATE_LIMIT_STORE } = values;
  return [
    required('DATABASE_URL', values, 'DATABASE_DIRECT_URL'),
    required('DATABASE_URL', values, 'DATABASE_REPLICA_URLS'),
    required('MAIL_FROM', values, 'SMTP_URL'),
    {
      of: ['TRUST_PROXY', 'PUBLIC_URL'],
      exists: Boolean(values.PUBLIC_URL?.startsWith('https:')) && proxies(values.TRUST_PROXY) === false,
      text: 'TRUST_PROXY must be set when PUBLIC_URL is https, because only the proxy that terminates TLS knows whether a request used https',
    },
    {
      of: ['METRICS_PORT', 'PORT'],
      exists: values.METRICS_PORT === values.PORT,
      text: 'METRICS_PORT must differ from PORT',
    },
    {
      of: ['REDIS_URL', 'RATE_LIMIT_STORE'],
      exists: RATE_LIMIT_STORE === 'redis' && !values.REDIS_URL,
      text: 'REDIS_URL must be set when RATE_LIMIT_STORE is redis',
    },
    {
      of: ['RATE_LIMIT_STORE', 'WORKERS'],
      exists: RATE_LIMIT_STORE === 'memory' && processCount(values) > 1,
      text: 'RATE_LIMIT_STORE must be postgres or redis when WORKERS is more than 1, because processes do not share memory',
    },
    {
      of: ['WORKERS', 'DATABASE_POOL_SIZE', 'DATABASE_URL'],
      exists: WORKERS !== 'auto' && WORKERS > maxProcesses(values),
      text: `WORKERS × DATABASE_POOL_SIZE (${WORKERS} × ${DATABASE_POOL_SIZE}) must be at most ${EMBEDDED_POOLS} with the embedded PostgreSQL: lower one of them, or set DATABASE_URL`,
    },
  ];
}

function configOf(values: Variables): Config {
  const processes = processCount(values);
  return Object.freeze({
    ...values,
    WORKERS: processes,
    DATA_DIR: resolve(values.DATA_DIR),
    BACKUP_DIR: values.BACKUP_DIR === undefined ? undefined : resolve(values.BACKUP_DIR),
    PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    RATE_LIMIT_STORE: values.RATE_LIMIT_STORE ?? defaultStore(values, processes),
    SHUTDOWN_DELAY: values.SHUTDOWN_DELAY ?? (values.DATABASE_URL ? 5 : 0),
    TRUST_PROXY: proxies(values.TRUST_PROXY),
  });
}

const defaultStore = ({ REDIS_URL, DATABASE_URL }: Variables, processes: number) =>
  REDIS_URL ? 'redis' : DATABASE_URL || processes > 1 ? 'postgres' : 'memory';

/** Maximum number of processes. The embedded database has few connections. */
const maxProcesses = ({ DATABASE_URL, DATABASE_POOL_SIZE }: Variables): number =>
  DATABASE_URL ? MAX_PROCESSES : Math.min(MAX_PROCESSES, EMBEDDED_POOLS / DATABASE_POOL_SIZE);

const processCount = (values: Variables): number =>
  values.WORKERS === 'auto'
    ? Math.min(availableParallelism(), Math.floor(maxProcesses(values)))
    : values.WORKERS;

/** The variables that can be in a file. */
export const secretNames = (): readonly string[] => secrets;

/** The names of all variables, and of those that name a file with a secret. */
export const variableNames = (): string[] => [...descriptions.keys(), ...secrets.map(fileVariableOf)];

/** Name, default, and description of every variable, for `npm start -- --help`. */
export function describeVariables(): { name: string; fallback: string; description: string }[] {
  const defaults = new Variables();
  return [...descriptions].map(([name, description]) => ({
    name,
    fallback: String(defaults[name as keyof Variables] ?? ''),
    description,
  }));
}

/** Requests per key and window, by plan. */
export const rateLimitsOf = (config: Config) => ({
  free: { hour: config.RATE_LIMIT_HOUR_FREE, minute: config.RATE_LIMIT_MINUTE_FREE },
  pro: { hour: config.RATE_LIMIT_HOUR_PRO, minute: config.RATE_LIMIT_MINUTE_PRO },
});

export function storageLimitsOf(config: Config): StorageLimits {
  const bytes = (megabytes: number) => (megabytes === 0 ? null : megabytes * 1_000_000);
  return { free: bytes(config.STORAGE_LIMIT_MB_FREE), pro: bytes(config.STORAGE_LIMIT_MB_PRO) };
}

function proxies(text: string | undefined): Config['TRUST_PROXY'] {
  if (text === undefined || text === '0') return false;
  return /^\d+$/.test(text) ? Number(text) : entriesOf(text);
}
