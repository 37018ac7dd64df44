import { fileProblem, fullDiskRemedy } from './file-problem';

/** An expected failure of the embedded server. The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Describes a file system error, including the path. */
export function fileError(what: string, path: string, error: unknown): EmbeddedPostgresError {
  const problem = fileProblem(error);
  return new EmbeddedPostgresError(`${what} ${path}: ${problem}${fullDiskRemedy(problem)}`);
}
