import { AsyncLocalStorage } from 'node:async_hooks';
import { errorMonitor } from 'node:events';
import { Stream } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { limiterOf } from './account-scope';
import { poolOf } from './data-source';

/** A statement without its values. */
export interface ObservedStatement {
  /** The first keyword, such as SELECT. */
  readonly operation: string;
  /** With placeholders. Absent if the statement has no parameters: then its text can contain values, as that of COPY. */
  readonly text?: string;
}

/** Called at the end of a statement. @param failure the driver's error; absent if it succeeded */
export type EndStatement = (failure?: Error | null) => void;

/** Called before a statement is sent, in the asynchronous context of its caller. Returns null if it isn't observed. */
export type StartStatement = (statement: ObservedStatement) => EndStatement | null;

/** Reports all statements of the pool from now on, except those that set up a connection. Call it once per pool. */
export function observeStatements(dataSource: DataSource, start: StartStatement): void {
  const pool = poolOf(dataSource);
  keepContexts(pool);
  // Not `connect`, because the pool has opened connections before.
  const observed = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (observed.has(client)) return;
    observed.add(client);
    observeClient(client, start);
  });
}

type OnConnection = Parameters<Pool['connect']>[0];

/** Calls back in the context of the caller. Without this, a statement that waited has that of the one that released. */
function keepContexts(pool: Pool): void {
  limiterOf(pool).bind = (start) => AsyncLocalStorage.bind(start);
  const connect = pool.connect.bind(pool) as (onConnection?: OnConnection) => unknown;
  pool.connect = ((onConnection?: OnConnection) =>
    connect(onConnection && AsyncLocalStorage.bind(onConnection))) as Pool['connect'];
}

/** What the driver accepts as a statement. */
type Statement = string | { text?: string; values?: unknown[]; callback?: Callback };
type Callback = (failure: Error | null | undefined, ...rest: unknown[]) => void;

function observeClient(client: PoolClient, start: StartStatement): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: [Statement, ...unknown[]]) => {
    const end = start(described(args[0], args[1]));
    return end ? send(query, args, end) : query(...args);
  }) as PoolClient['query'];
}

function described(statement: Statement, second: unknown): ObservedStatement {
  const { text = '', values = second } =
    typeof statement === 'string' ? { text: statement, values: second } : statement;
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? '';
  return Array.isArray(values) && values.length > 0 ? { operation, text } : { operation };
}

/** Sends a statement in one of the ways of the driver: with a callback, as an object, or with a promise. */
function send(
  query: (...args: unknown[]) => unknown,
  args: [Statement, ...unknown[]],
  end: EndStatement,
): unknown {
  const reporting =
    (callback: Callback): Callback =>
    (failure, ...rest) => {
      end(failure);
      callback(failure, ...rest);
    };
  const [statement] = args;
  const last = args.at(-1);
  if (typeof last === 'function') return query(...args.slice(0, -1), reporting(last as Callback));
  if (statement instanceof Stream) {
    // COPY
    statement.once(errorMonitor, end).once('close', () => end());
  } else if (typeof statement === 'object' && statement.callback) {
    statement.callback = reporting(statement.callback);
  } else {
    const result = query(...args) as Promise<unknown> | object;
    if ('then' in result) result.then(() => end(), end);
    // An object without a callback, a promise, or events has no end that can be observed.
    else end();
    return result;
  }
  return query(...args);
}
