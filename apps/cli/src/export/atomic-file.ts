import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CliError, EXIT } from '../exit-codes';

/**
 * Writes a temporary file and renames it when it is complete, so an existing file stays unchanged until then. Devices
 * and pipes are written directly.
 */
export class AtomicFile {
  private constructor(
    private readonly handle: FileHandle,
    /** The temporary file; null for a device or pipe. */
    private readonly partPath: string | null,
    private readonly path: string,
  ) {}

  /** @throws CliError */
  static async open(name: string): Promise<AtomicFile> {
    try {
      const path = await realpath(name).catch(() => name);
      const existing = await stat(path).catch(() => null);
      if (existing && !existing.isFile() && !existing.isDirectory())
        return new AtomicFile(await open(path, 'w'), null, path);
      if (existing?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
      const partPath = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
      const handle = await open(partPath, 'wx', existing ? existing.mode & 0o777 : 0o666);
      return new AtomicFile(handle, partPath, path);
    } catch (error) {
      throw writeError(name, error);
    }
  }

  /** @throws CliError */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length;) at += (await this.handle.write(bytes, at)).bytesWritten;
    } catch (error) {
      throw writeError(this.path, error);
    }
  }

  /** @throws CliError; the caller must then call `discard` */
  async finish(): Promise<void> {
    try {
      if (this.partPath) await this.handle.sync();
      await this.handle.close();
      if (this.partPath) await rename(this.partPath, this.path);
    } catch (error) {
      throw writeError(this.path, error);
    }
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    if (this.partPath) await rm(this.partPath, { force: true });
  }
}

function writeError(name: string, error: unknown): CliError {
  return new CliError(`Cannot write ${name}: ${systemErrorText(error)}`, EXIT.failure);
}

const SYSTEM_ERROR_TEXTS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
};

/** Describes common system error codes in words. */
export function systemErrorText(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return SYSTEM_ERROR_TEXTS[code] ?? message;
}
