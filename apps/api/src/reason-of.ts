/** The message of an error, or its code: if a host has several addresses, the error of a connection has no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = (error ?? {}) as NodeJS.ErrnoException;
  return message || code || String(error);
}
