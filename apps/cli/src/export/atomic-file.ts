import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError, EXIT } from '../exit-codes';

/**
 * A file that appears under its name when it is whole; until then, what had the name before keeps it. What is no
 * plain file (a device, a pipe) is written to as it is.
 */
export class AtomicFile {
  private constructor(
    private readonly handle: FileHandle,
    /** Where it is until it is whole; null for what is no plain file. */
    private readonly part: string | null,
    private readonly path: string,
  ) {}

  /** @throws CliError */
  static async open(name: string): Promise<AtomicFile> {
    try {
      const path = await realpath(name).catch(() => name);
      const before = await stat(path).catch(() => null);
      if (before && !before.isFile() && !before.isDirectory())
        return new AtomicFile(await open(path, 'w'), null, path);
      if (before?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
      const part = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
      const handle = await open(part, 'wx', before ? before.mode & 0o777 : 0o666);
      return new AtomicFile(handle, part, path);
    } catch (error) {
      throw cannotWrite(name, error);
    }
  }

  /** @throws CliError */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length;) at += (await this.handle.write(bytes, at)).bytesWritten;
    } catch (error) {
      throw cannotWrite(this.path, error);
    }
  }

  /** @throws CliError, and then the part is still to be discarded */
  async finish(): Promise<void> {
    try {
      if (this.part) await this.handle.sync();
      await this.handle.close();
      if (this.part) await rename(this.part, this.path);
    } catch (error) {
      throw cannotWrite(this.path, error);
    }
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    if (this.part) await rm(this.part, { force: true });
  }
}

function cannotWrite(name: string, error: unknown): CliError {
  return new CliError(`Cannot write ${name}: ${reasonOf(error)}`, EXIT.failure);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you may not',
  EPERM: 'you may not',
  EROFS: 'it can only be read',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
};

/** In words, where the system has a code. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
