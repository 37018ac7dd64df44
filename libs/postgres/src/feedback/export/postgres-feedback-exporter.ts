import { finished } from 'node:stream/promises';
import { exportInProgress, tooManyExports, type ExportRequest, type FeedbackExporter } from '@libs/feedback';
import type { PoolClient } from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../account-scope';
import { poolOf } from '../../data-source';
import type { NamedStatementClient } from '../../named-statement-client';
import { poolShares } from '../pool-shares';
import { Turns } from '../turns';
import { copyStatement, TAKE_EXPORT } from './copy.sql';
import { exportFile } from './export-file';

const TURN_MS = 3_000;
const ONE_SNAPSHOT = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';

type Pieces = AsyncIterable<Uint8Array>;

/** Exports from PostgreSQL: one COPY in one snapshot, in the account's scope, as fast as its reader takes it. */
export class PostgresFeedbackExporter implements FeedbackExporter {
  private readonly scope: AccountScope;
  /** An export keeps a connection for as long as its reader takes: most of them are for everybody else. */
  private readonly turns: Turns;
  /** Accounts with an export on this instance; PostgreSQL knows of those on others. */
  private readonly running = new Set<string>();

  /** @param turnMs how long an export waits for others to end */
  constructor(
    dataSource: DataSource,
    private readonly turnMs = TURN_MS,
  ) {
    this.scope = new AccountScope(dataSource);
    this.turns = new Turns(poolShares(poolOf(dataSource).options.max).exports, 1);
  }

  open(accountId: string, request: ExportRequest, signal: AbortSignal): Promise<Pieces> {
    return new Promise((resolve, reject) => {
      if (this.running.has(accountId)) return reject(exportInProgress());
      this.running.add(accountId);
      const handOn = (file: Pieces) => resolve(withEnd(file, ended));
      const copying = (client: PoolClient) => copied(client, accountId, request, signal, handOn);
      const ended = this.inTurn(accountId, signal, () =>
        this.scope.transaction(accountId, copying, ONE_SNAPSHOT),
      ).finally(() => this.running.delete(accountId));
      ended.catch(reject);
    });
  }

  /** Waits for its turn, but not for long, and not when nobody waits for it any more. */
  private inTurn(accountId: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const stopWaiting = () => {
        isWaiting = false;
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const giveUp = (error: unknown) => {
        stopWaiting();
        reject(error as Error);
      };
      const onAbort = () => giveUp(signal.reason);
      const timer = setTimeout(() => giveUp(tooManyExports()), this.turnMs);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
      const begin = async () => {
        if (!isWaiting) return;
        stopWaiting();
        await work();
      };
      this.turns.inTurn(accountId, begin).then(resolve, reject);
    });
  }
}

/** Whoever has read the last of it may begin another one: the file ends when its transaction has ended. */
async function* withEnd(file: Pieces, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } finally {
    // What may have failed is said by the file itself.
    await ended.catch(() => {});
  }
}

/** Hands the file on when its first bytes are there, and ends when it was read, left, or has failed. */
async function copied(
  client: PoolClient,
  accountId: string,
  request: ExportRequest,
  signal: AbortSignal,
  handOn: (pieces: Pieces) => void,
): Promise<void> {
  signal.throwIfAborted();
  const { rows } = await client.query<{ taken: boolean }>(TAKE_EXPORT, [accountId]);
  if (!rows[0]!.taken) throw exportInProgress();
  const copy: CopyToStreamQuery = client.query(copyTo(copyStatement(accountId, request.selection)));
  // Also after it has ended: the driver has an error for each query of a connection that was left.
  copy.on('error', () => {});
  const leave = () => copy.destroy(new Error('Connection terminated: nobody waits any more'));
  signal.addEventListener('abort', leave);
  try {
    if (signal.aborted) leave();
    const whole = finished(copy, { writable: false });
    const begun = new Promise((next) => copy.once('readable', next));
    await Promise.race([begun, whole]);
    handOn(exportFile(copy, request));
    await whole;
  } catch (error) {
    // What is not read to its end leaves the connection in the middle of it; nothing else can be asked there.
    (client as unknown as NamedStatementClient).abandon();
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
