import type { StorageLimits } from '@libs/accounts';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { fileVariableOf, readSecretFiles } from './secret-files';
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

/** An empty variable counts as not set. @throws ConfigError with all problems */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const { env, problems: unreadable } = readSecretFiles(variables, secrets);
  const given = [...descriptions.keys()]
    .filter((name) => env[name])
    .map((name) => [name, env[name]] as const);
  const values = plainToInstance(Variables, Object.fromEntries(given));
  const invalid = validateSync(values, { stopAtFirstError: true }).map(
    ({ property, constraints }) => `${property} ${Object.values(constraints!)[0]}`,
  );
  const problems = [...unreadable, ...invalid];
  if (problems.length > 0) throw new ConfigError(problems);
  if (values.PUBLIC_URL?.startsWith('https:') && proxies(values.TRUST_PROXY) === false) {
    throw new ConfigError([
      'TRUST_PROXY must be set when PUBLIC_URL is https, because only the proxy that terminates TLS knows whether a request used https',
    ]);
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    throw new ConfigError(['DATABASE_URL must be set when DATABASE_DIRECT_URL is set']);
  }
  if (values.DATABASE_REPLICA_URLS && !values.DATABASE_URL) {
    throw new ConfigError(['DATABASE_URL must be set when DATABASE_REPLICA_URLS is set']);
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new ConfigError(['MAIL_FROM must be set when SMTP_URL is set']);
  }
  if (values.METRICS_PORT === values.PORT) {
    throw new ConfigError(['METRICS_PORT must differ from PORT']);
  }
  if (values.RATE_LIMIT_STORE === 'redis' && !values.REDIS_URL) {
    throw new ConfigError(['REDIS_URL must be set when RATE_LIMIT_STORE is redis']);
  }
  const processes = processCount(values);
  if (values.RATE_LIMIT_STORE === 'memory' && processes > 1) {
    throw new ConfigError([
      'RATE_LIMIT_STORE must be postgres or redis when WORKERS is more than 1, because processes do not share memory',
    ]);
  }
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

/** As `readConfig`, with the requirements that the operator command doesn't have. @throws ConfigError */
export function readServiceConfig(env: Parameters<typeof readConfig>[0]): Config {
  const config = readConfig(env);
  if (config.DATABASE_URL && !config.SECRET_ENCRYPTION_KEY) {
    throw new ConfigError([
      `SECRET_ENCRYPTION_KEY must be set when DATABASE_URL is set; create it with: ${KEY_COMMAND}`,
    ]);
  }
  return config;
}

const defaultStore = ({ REDIS_URL, DATABASE_URL }: Variables, processes: number) =>
  REDIS_URL ? 'redis' : DATABASE_URL || processes > 1 ? 'postgres' : 'memory';

/** @throws ConfigError if the embedded database has too few connections for the processes */
function processCount({ WORKERS, DATABASE_URL, DATABASE_POOL_SIZE }: Variables): number {
  const most = DATABASE_URL ? MAX_PROCESSES : Math.min(MAX_PROCESSES, EMBEDDED_POOLS / DATABASE_POOL_SIZE);
  if (WORKERS === 'auto') return Math.min(availableParallelism(), Math.floor(most));
  if (WORKERS <= most) return WORKERS;
  throw new ConfigError([
    `WORKERS × DATABASE_POOL_SIZE (${WORKERS} × ${DATABASE_POOL_SIZE}) must be at most ${EMBEDDED_POOLS} with the embedded PostgreSQL: lower one of them, or set DATABASE_URL`,
  ]);
}

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
