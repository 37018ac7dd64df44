import { StorageUseCases } from '@libs/accounts';
import {
  observePool,
  observeStatements,
  oldestChange,
  PostgresAccountStorage,
  poolOf,
  poolUse,
  PostgresDeliveryQueue,
  SearchIndex,
} from '@libs/postgres';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Activity } from '../activity';
import { AccountRemoval } from '../account/account-removal';
import { RemovedAccountsSweep } from '../account/removed-accounts-sweep';
import { ApiUsageRecording } from '../api-keys/api-usage-recording';
import { clock } from '../clock';
import { storageLimitsOf, type Config } from '../config';
import { IdempotencyPurge } from '../idempotency/idempotency-purge';
import { FollowTokens } from '../visitor-pages/follow-token';
import { KeyedMac } from '../keyed-mac';
import { SearchIndexing } from '../items/search-indexing';
import type { Metrics } from '../metrics/metrics';
import { NO_OBSERVER } from '../metrics/observer';
import { NotificationPurge } from '../notifications/notification-purge';
import { UnsubscribeTokens } from '../unsubscribe/unsubscribe-token';
import { RecurringJob } from '../recurring-job';
import { ReplicaChecks } from '../replicas/replica-checks';
import { VoterPurge } from '../votes/voter-purge';
import { SecurityLogPurge } from '../security-log/security-log-purge';
import { FullAccounts } from '../storage/full-accounts';
import { StorageCounting } from '../storage/storage-counting';
import type { Tracing } from '../tracing/tracing';
import { accountDataOf } from './account-data';
import { createAccounts, createSignIn } from './accounts';
import { createEvents } from './events';
import { createFeedback } from './feedback';
import { createHttpTools } from './http';
import { createIdentity } from './identity';
import { createLimits } from './limits';
import { createMail } from './mail';
import { createNotifications } from './notifications';
import { openReplicas } from './replicas';
import { openSecrets } from './secrets';
import { createWebhooks } from './webhooks';

/** What a process has opened before. */
interface Opened {
  readonly db: DataSource;
  readonly metrics: Metrics | null;
  readonly tracing: Tracing | null;
}

/** What `npm run worker` runs, and the service too: publishes events, delivers them, and sends mail. */
export async function createWorker(config: Config, { db, metrics, tracing }: Opened) {
  const observer = metrics ?? NO_OBSERVER;
  if (metrics) measureDatabase(db, metrics);
  if (tracing) observeStatements(db, tracing.statements);
  const secrets = await openSecrets(config, db);
  const { box } = secrets;
  const limits = await createLimits(db, config, secrets.shared.client);
  const notifications = createNotifications(db);
  // Their texts differ from those of the other tokens, so they can share a secret.
  const followTokens = new FollowTokens(new KeyedMac(secrets.shared.unsubscribe));
  const unsubscribeTokens = new UnsubscribeTokens(new KeyedMac(secrets.shared.unsubscribe));
  const webhooks = createWebhooks(db, { config, box, observer, tracing });
  await resealAll(config, webhooks.endpoints, (count) =>
    warning('Webhooks')(`Encrypted the secrets of ${count} webhooks with SECRET_ENCRYPTION_KEY`),
  );
  const events = createEvents(db, {
    retentionDays: config.EVENT_RETENTION_DAYS,
    cursorSecret: secrets.shared.cursor,
    observer,
    onQueued: () => webhooks.worker.announce(),
  });
  return {
    secrets,
    limits,
    notifications: {
      useCases: notifications,
      purge: new NotificationPurge(notifications),
      unsubscribeTokens,
    },
    webhooks,
    events,
    mail: await createMail(db, {
      config,
      box,
      unsubscribeTokens,
      followTokens,
      mac: new KeyedMac(secrets.shared.client),
      addresses: limits.addresses,
    }),
    following: { tokens: followTokens },
  };
}

/** Every object that requests use, and the jobs in the background, by context. */
async function createContexts(config: Config, opened: Opened) {
  const worker = await createWorker(config, opened);
  const { secrets, limits, notifications, webhooks, events, mail } = worker;
  const { db, metrics, tracing } = opened;
  const observer = metrics ?? NO_OBSERVER;
  const replicas = openReplicas(db, { config, observer, tracing, shares: limits.shares });
  const storage = new PostgresAccountStorage(db);
  const fullAccounts = new FullAccounts(storage, (accounts) => observer.storageFull(accounts));
  const feedback = createFeedback(db, {
    storage: fullAccounts,
    notifications: notifications.useCases,
    followerMail: mail.followerMail,
    replicas,
    warn: warning('Import'),
  });
  const { ports, ...accounts } = createAccounts(db, { mail: mail.composer, warn: warning('Accounts') });
  const signIn = createSignIn(ports, { box: secrets.box, attempts: limits.stores.attempts });
  await resealAll(config, signIn.secondFactors, (count) =>
    warning('Accounts')(`Encrypted ${count} second factors with SECRET_ENCRYPTION_KEY`),
  );
  const identity = createIdentity(db, {
    box: secrets.box,
    urls: webhooks.urls,
    documents: webhooks.documents,
    uses: limits.stores.clients,
  });
  await resealAll(config, identity.identity, (count) =>
    warning('Accounts')(`Encrypted the identity secrets of ${count} accounts with SECRET_ENCRYPTION_KEY`),
  );
  const accountData = accountDataOf(feedback, { webhooks: webhooks.endpoints, events: events.feed, storage });
  return {
    ...worker,
    feedback,
    accounts,
    identity,
    signIn,
    storage: {
      fullAccounts,
      useCases: new StorageUseCases(storage, storageLimitsOf(config)),
      counting: new StorageCounting(storage, storageLimitsOf(config)),
    },
    removal: {
      accountRemoval: new AccountRemoval(accounts.settings, accounts.keys, accountData),
      sweep: new RemovedAccountsSweep(accounts.accounts, accountData, clock),
    },
    jobs: {
      idempotencyPurge: new IdempotencyPurge(feedback.idempotency),
      searchIndexing: new SearchIndexing(new SearchIndex(db)),
      voterPurge: new VoterPurge(feedback.votes, feedback.waitingVotes),
      securityLogPurge: new SecurityLogPurge(accounts.securityLog),
      usageRecording: new ApiUsageRecording(accounts.requestCounter, accounts.usage),
      replicaChecks: replicas && new ReplicaChecks(replicas),
    },
  };
}

export type Contexts = Awaited<ReturnType<typeof createContexts>>;

/** The service. */
export async function createService(config: Config, opened: Opened) {
  const contexts = await createContexts(config, opened);
  const activity = new Activity();
  for (const object of Object.values(contexts).flatMap((context) => Object.values<unknown>(context))) {
    if (object instanceof RecurringJob) object.runLessOftenWhileIdle(activity);
  }
  return { ...contexts, idle: { activity }, http: createHttpTools(config, contexts) };
}

/** Encrypts stored secrets with the current key (webhooks.md 4). */
async function resealAll(
  { SECRET_ENCRYPTION_KEY_PREVIOUS }: Config,
  stored: { resealAll(): Promise<number> },
  onResealed: (count: number) => void,
): Promise<void> {
  if (!SECRET_ENCRYPTION_KEY_PREVIOUS) return;
  const count = await stored.resealAll();
  if (count > 0) onResealed(count);
}

/** Returns a function that logs a line as a warning. */
const warning = (context: string) => (line: string) => new Logger(context).warn(line);

function measureDatabase(db: DataSource, metrics: Metrics): void {
  const queue = new PostgresDeliveryQueue(db);
  const observer = metrics.addDatabase({
    poolUse: () => poolUse(db),
    backlog: () => queue.backlog(clock()),
    oldestChange: () => oldestChange(poolOf(db)),
  });
  observePool(db, observer);
}
