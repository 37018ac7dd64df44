const LOST_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/**
 * SQLSTATE codes: class 08 connection exception, 25006 former primary that is now a replica, class 28 invalid
 * authorization, class 53 insufficient resources, 57P01 to 57P03 shutdown or startup, 57014 query canceled.
 */
const NOT_SERVING = /^(08...|25006|28...|53...|57P0[123]|57014)$/;
const DRIVER_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/**
 * SQLSTATE codes of a prepared statement that the connection doesn't have as the driver believes: missing, existing
 * already, or with other columns since a migration.
 */
const STALE_STATEMENT = /^(26000|42P05|0A000)$/;

/** True if the pool must not reuse the connection after this error. */
export const isUnusableAfter = (error: unknown): error is Error =>
  isOutage(error) ||
  (error instanceof Error && STALE_STATEMENT.test((error as NodeJS.ErrnoException).code ?? ''));

/** True if the error means that the database is temporarily unavailable, so that a retry may succeed later. */
export function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return (
    (code !== undefined && (LOST_CONNECTION.has(code) || NOT_SERVING.test(code))) ||
    DRIVER_TEXT.test(error.message)
  );
}
