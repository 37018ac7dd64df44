/** A backup or a restore that failed for a reason that the operator can fix. The message is one line. */
export class BackupError extends Error {}

/** The file is not a complete, unaltered backup. */
export const damaged = (file: string, reason: string): BackupError =>
  new BackupError(`${file} is not a complete backup: ${reason}. Nothing was written; use another file`);

/** What is wrong with the content of a file. */
export class ContentError extends Error {}
