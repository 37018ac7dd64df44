/** An expected failure of the embedded server. The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'read-only file system',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on the device',
};

/** Describes a file system error, including the path. */
export function fileError(what: string, path: string, error: unknown): EmbeddedPostgresError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new EmbeddedPostgresError(`${what} ${path}: ${REASONS[code] ?? message}`);
}
