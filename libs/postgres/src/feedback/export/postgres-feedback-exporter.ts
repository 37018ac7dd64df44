import { finished } from 'node:stream/promises';
import {
  exportInProgress,
  exportTooSlow,
  tooManyExports,
  type ExportRequest,
  type FeedbackExporter,
} from '@libs/feedback';
import type { PoolClient } from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { ConcurrencyLimiter } from '../../connection/concurrency-limiter';
import { poolOf } from '../../connection/data-source';
import type { NamedStatementClient } from '../../connection/named-statement-client';
import { poolShares } from '../../connection/pool-shares';
import type { PostgresReplicas } from '../../replicas/open-replicas';
import type { Replica } from '../../replicas/replica';
import { copyStatement, LOCK_EXPORT, NO_TIME_LIMITS } from './copy.sql';
import { exportFile } from './export-file';
import { ReaderPace } from './reader-pace';

const WAIT_MS = 3_000;
const GRACE_MS = 5_000;
const ONE_SNAPSHOT = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';

type Chunks = AsyncIterable<Uint8Array>;
type Copying = (client: PoolClient) => Promise<void>;

export interface ExporterOptions {
  /** How long an export waits for others to finish. Default: 3,000. */
  readonly waitMs?: number;
  /** How long a reader may be slow before another export can replace it. Default: 5,000. */
  readonly graceMs?: number;
  /** Serve exports. */
  readonly replicas?: PostgresReplicas | null;
}

/** An export that is running or waiting on this instance. */
class RunningExport {
  readonly ended = new AbortController();

  constructor(readonly pace: ReaderPace) {}
}

/**
 * Exports from PostgreSQL: one COPY in one snapshot, in the account's scope, at the speed of its reader. An export uses
 * its connection until its reader has received everything, so exports get only a part of the pool. If an export has
 * waited too long, the one with the slowest reader ends.
 */
export class PostgresFeedbackExporter implements FeedbackExporter {
  private readonly scope: AccountScope;
  private readonly limiter: ConcurrencyLimiter;
  private readonly waitMs: number;
  private readonly graceMs: number;
  private readonly replicas: PostgresReplicas | null;
  /** Exports of this instance by account. A lock in PostgreSQL covers other instances. */
  private readonly running = new Map<string, RunningExport>();

  constructor(
    dataSource: DataSource,
    { waitMs = WAIT_MS, graceMs = GRACE_MS, replicas = null }: ExporterOptions = {},
  ) {
    this.scope = new AccountScope(dataSource);
    this.limiter = new ConcurrencyLimiter(poolShares(poolOf(dataSource).options.max).exports, 1);
    this.waitMs = waitMs;
    this.graceMs = graceMs;
    this.replicas = replicas;
  }

  open(accountId: string, request: ExportRequest, signal: AbortSignal): Promise<Chunks> {
    return new Promise((resolve, reject) => {
      if (this.running.has(accountId)) return reject(exportInProgress());
      const running = new RunningExport(new ReaderPace(this.graceMs));
      this.running.set(accountId, running);
      const cancelSignal = AbortSignal.any([signal, running.ended.signal]);
      let isStarted = false;
      const onStarted = (file: Chunks) => {
        isStarted = true;
        resolve(withEnd(running.pace.measured(file), exportEnded, running.ended.signal));
      };
      const copying = (client: PoolClient) => copyFile(client, accountId, request, cancelSignal, onStarted);
      const isRepeatable = () => !isStarted && !cancelSignal.aborted;
      const exportEnded = this.runLimited(accountId, cancelSignal, () =>
        this.replicas
          ? this.copyFromAny(this.replicas, accountId, copying, isRepeatable)
          : this.copyFromPrimary(accountId, copying),
      ).finally(() => this.running.delete(accountId));
      exportEnded.catch(reject);
    });
  }

  private copyFromPrimary(accountId: string, copying: Copying): Promise<void> {
    const work = async (client: PoolClient) => {
      await lockExport(client, accountId);
      await copying(client);
    };
    return this.scope.transaction(accountId, work, { mode: ONE_SNAPSHOT, isLong: true });
  }

  /** Locks on the primary, because a lock on a replica excludes nothing elsewhere. */
  private copyFromAny(
    replicas: PostgresReplicas,
    accountId: string,
    copying: Copying,
    isRepeatable: () => boolean,
  ): Promise<void> {
    const onReplica = (replica: Replica) =>
      this.scope.transaction(
        accountId,
        async (client) => {
          await client.query(NO_TIME_LIMITS);
          await lockExport(client, accountId);
          // One statement, so one snapshot. That of REPEATABLE READ would be older than the check of the position.
          await replica.scope.transaction(accountId, copying, { mode: 'READ ONLY', isLong: true });
        },
        { isLong: true },
      );
    return replicas.read(accountId, {
      onReplica,
      onPrimary: () => this.copyFromPrimary(accountId, copying),
      isRepeatable,
    });
  }

  private async runLimited(
    accountId: string,
    cancelSignal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    const waitTimeout = new AbortController();
    const timer = setTimeout(() => {
      if (!this.endSlowest()) waitTimeout.abort(tooManyExports());
    }, this.waitMs);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    try {
      await this.limiter.run(accountId, begin, AbortSignal.any([cancelSignal, waitTimeout.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns false if every reader is fast enough. */
  private endSlowest(): boolean {
    const [slowest] = [...this.running.values()]
      .filter(({ pace, ended }) => !ended.signal.aborted && pace.isSlow)
      .sort((one, other) => one.pace.bytesPerSecond - other.pace.bytesPerSecond);
    slowest?.ended.abort(exportTooSlow());
    return slowest !== undefined;
  }
}

/** Ends the file after its transaction, so that a reader who has received everything can start another export. */
async function* withEnd(
  file: Chunks,
  exportEnded: Promise<void>,
  ended: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    throw ended.aborted ? ended.reason : error;
  } finally {
    // The file itself reports any error.
    await exportEnded.catch(() => {});
  }
}

async function lockExport(client: PoolClient, accountId: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(LOCK_EXPORT, [accountId]);
  if (!rows[0]!.taken) throw exportInProgress();
}

/** Passes on the file once its first bytes have arrived. Settles when the file is read, canceled, or has failed. */
async function copyFile(
  client: PoolClient,
  accountId: string,
  request: ExportRequest,
  signal: AbortSignal,
  onStarted: (file: Chunks) => void,
): Promise<void> {
  signal.throwIfAborted();
  const copy: CopyToStreamQuery = client.query(copyTo(copyStatement(accountId, request.selection)));
  // Stays registered after the end: the driver emits an error for each query of a closed connection.
  copy.on('error', () => {});
  const cancel = () => copy.destroy(new Error('Connection terminated: the request was canceled'));
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) cancel();
    const fileRead = finished(copy, { writable: false });
    const started = new Promise((next) => copy.once('readable', next));
    await Promise.race([started, fileRead]);
    onStarted(exportFile(copy, request));
    await fileRead;
  } catch (error) {
    // The connection is still in the middle of the COPY, so it can't run anything else.
    (client as unknown as NamedStatementClient).abandon();
    // The driver only emits the error, so a reader that starts now would wait forever.
    copy.destroy(error as Error);
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
