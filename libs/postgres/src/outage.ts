import type { DataSource } from 'typeorm';
import { migrations } from './migrations';

const LOST_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** SQLSTATE: class 08 connection exception, 53300 too many connections, 57P01 to 57P03 shutting down or starting. */
const NOT_SERVING = /^(08...|53300|57P0[123])$/;
const DRIVER_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** Whether an error means that the database cannot be reached now, and the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return (
    (code !== undefined && (LOST_CONNECTION.has(code) || NOT_SERVING.test(code))) ||
    DRIVER_TEXT.test(error.message)
  );
}

/** Whether the database answers and has the newest schema this version knows. Rejects when it cannot be reached. */
export async function isMigrated(dataSource: DataSource): Promise<boolean> {
  const newest = migrations.at(-1)!.name;
  const rows = await dataSource.query<unknown[]>(`SELECT 1 FROM migrations WHERE name = $1`, [newest]);
  return rows.length === 1;
}
