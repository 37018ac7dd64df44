import { InMemoryRateLimitStore, MINUTE_SECONDS } from '@libs/accounts';
import {
  hasCluster,
  inspectDatabase,
  inspectReplicas,
  supportsPreparedStatements,
  type DatabaseFacts,
} from '@libs/postgres';
import { RedisRateLimitStore } from '@libs/redis';
import type { DataSource } from 'typeorm';
import { ConfigError, readServiceConfig, variableNames, type Config } from '../../config';
import { connectDatabase } from '../../database';
import { unknownVariables } from '../../startup/unknown-variables';
import { checkBackups } from './backup-check';
import { failed, ok, warning, type Check } from './check';
import { databaseChecks } from './database-checks';
import { checkDisk } from './disk-check';
import { checkMail } from './mail-check';
import { publicUrlChecks } from './public-url-checks';
import { replicaChecks } from './replica-checks';

/** Checks an installation, and changes nothing (operator.md 8). */
export async function diagnose(env: Readonly<Record<string, string | undefined>>): Promise<readonly Check[]> {
  let config: Config;
  try {
    config = readServiceConfig(env);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map((problem) => failed('configuration', problem));
    throw error;
  }
  return [
    ...configurationChecks(env),
    ...(await checkDatabase(config)),
    await checkDisk(config.DATABASE_URL === undefined ? config.DATA_DIR : undefined),
    ...(await checkBackups(config, new Date())),
    ...(await checkRedis(config)),
    ...(await checkMail(config)),
    ...(await publicUrlChecks(config.PUBLIC_URL)),
  ];
}

function configurationChecks(env: Parameters<typeof diagnose>[0]): Check[] {
  const unknown = unknownVariables(env, variableNames());
  return unknown.length === 0
    ? [ok('configuration', 'every variable is valid')]
    : unknown.map((line) => warning('configuration', line));
}

async function checkDatabase(config: Config): Promise<Check[]> {
  if (!config.DATABASE_URL && !hasCluster(config.DATA_DIR)) {
    return [warning('database', `no database in ${config.DATA_DIR}: npm start creates one`)];
  }
  try {
    const { dataSource, close } = await connectDatabase({ ...config, DATABASE_PREPARED_STATEMENTS: 'off' });
    try {
      const facts = await inspectDatabase(dataSource);
      const isProbed = config.DATABASE_URL && config.DATABASE_PREPARED_STATEMENTS === 'on';
      const canPrepare = isProbed ? await supportsPreparedStatements(config.DATABASE_URL!) : null;
      return [
        ...databaseChecks(facts, { ...config, canPrepare }, new Date()),
        ...(await checkReplicas(dataSource, config.DATABASE_REPLICA_URLS ?? [], facts)),
      ];
    } finally {
      await close();
    }
  } catch (error) {
    return [failed('database', (error as Error).message)];
  }
}

/** Before the first start, the primary lacks the tables that tell what a replica must contain. */
async function checkReplicas(
  dataSource: DataSource,
  urls: readonly string[],
  { schema }: DatabaseFacts,
): Promise<Check[]> {
  if (urls.length > 0 && schema.pending.length > 0)
    return [warning('replicas', 'not checked, because migrations are pending')];
  const options = { urls, preparedStatements: false, now: () => performance.now() };
  return replicaChecks(urls, await inspectReplicas(dataSource, options));
}

async function checkRedis(config: Config): Promise<Check[]> {
  if (config.RATE_LIMIT_STORE !== 'redis') return [];
  let problem: string | undefined;
  const store = await RedisRateLimitStore.connect({
    url: config.REDIS_URL!,
    fallback: new InMemoryRateLimitStore(() => new Date()),
    onUnavailable: ({ message }) => (problem = message),
  });
  await store.peek('doctor', [{ name: 'minute', quota: 1, windowSeconds: MINUTE_SECONDS }]);
  store.close();
  if (problem === undefined) return [ok('redis', 'reachable')];
  return [
    warning('redis', `unreachable, so each process counts its own requests (${problem}): check REDIS_URL`),
  ];
}
