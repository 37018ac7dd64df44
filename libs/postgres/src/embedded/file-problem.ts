const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'read-only file system',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
};

/** Describes an error of the file system in words, without the path; an unknown one by its message. */
export function fileProblem(error: unknown): string {
  const { code = '', message = code } = error as Partial<NodeJS.ErrnoException>;
  return PROBLEMS[code] ?? message;
}

/** What to do about a full disk at a start, to append to a sentence; empty if the text does not say that it is full. */
export const fullDiskRemedy = (problem: string): string =>
  /no space left on (the )?device|disk quota/i.test(problem)
    ? '. Free some space on this disk, and start again'
    : '';
