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
 * SQLSTATE: class 08 connection exception, 25006 a replica that was the primary, class 28 a role that may not enter,
 * class 53 out of resources, 57P01 to 57P03 shutting down or starting, 57014 a statement that took too long.
 */
const NOT_SERVING = /^(08...|25006|28...|53...|57P0[123]|57014)$/;
const DRIVER_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** Whether an error means that the database cannot be reached now, and the same request may succeed later. */
export function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return (
    (code !== undefined && (LOST_CONNECTION.has(code) || NOT_SERVING.test(code))) ||
    DRIVER_TEXT.test(error.message)
  );
}
