import { finished } from 'node:stream/promises';
import { exportInProgress, type ExportRequest, type FeedbackExporter } from '@libs/feedback';
import type { PoolClient } from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import type { NamedStatementClient } from '../../connection/named-statement-client';
import { poolShares } from '../../connection/pool-shares';
import type { PostgresReplicas } from '../../replicas/open-replicas';
import type { Replica } from '../../replicas/replica';
import { withTargets } from '../lists/found-targets';
import { copyStatement, LOCK_EXPORT, NO_TIME_LIMITS } from './copy.sql';
import { exportFile } from './export-file';
import { ExportPlaces, type PlaceOptions } from './export-places';

const ONE_SNAPSHOT = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';

type Chunks = AsyncIterable<Uint8Array>;
type Copying = (client: PoolClient) => Promise<void>;

export interface ExporterOptions extends PlaceOptions {
  /** Serve exports. */
  readonly replicas?: PostgresReplicas | null;
}

/**
 * Exports from PostgreSQL: one COPY in one snapshot, in the account's scope, at the speed of its reader. An export uses
 * its connection until its reader has received everything, so exports get only a part of the pool (`ExportPlaces`).
 */
export class PostgresFeedbackExporter implements FeedbackExporter {
  private readonly scope: AccountScope;
  private readonly replicas: PostgresReplicas | null;
  /** A lock in PostgreSQL covers the exports of other instances. */
  private readonly places: ExportPlaces;

  constructor(dataSource: DataSource, { replicas = null, ...options }: ExporterOptions = {}) {
    this.scope = new AccountScope(dataSource);
    this.replicas = replicas;
    this.places = new ExportPlaces(poolShares(poolOf(dataSource).options.max).exports, options);
  }

  open(accountId: string, request: ExportRequest, signal: AbortSignal): Promise<Chunks> {
    return new Promise((resolve, reject) => {
      const exportEnded = this.places.run(accountId, signal, (place) => {
        let isStarted = false;
        const onStarted = (file: Chunks) => {
          isStarted = true;
          resolve(withEnd(place.measured(file), exportEnded));
        };
        const copying = (client: PoolClient) => copyFile(client, accountId, request, place.signal, onStarted);
        const isRepeatable = () => !isStarted && !place.signal.aborted;
        return this.replicas
          ? this.copyFromAny(this.replicas, accountId, copying, isRepeatable)
          : this.copyFromPrimary(accountId, copying);
      });
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
}

/** Ends the file after its transaction, so that a reader who has received everything can start another export. */
async function* withEnd(file: Chunks, exportEnded: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
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
  const selection = await withTargets(accountId, request.selection, (statement) => client.query(statement));
  const copy: CopyToStreamQuery = client.query(copyTo(copyStatement(accountId, selection)));
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
