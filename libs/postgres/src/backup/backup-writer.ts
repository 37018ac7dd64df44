import { createHash, randomBytes, type Hash } from 'node:crypto';
import { open, link, rm, rename, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { fileProblem } from '../embedded/file-problem';
import { BackupError } from './backup-error';
import { headerLine, type BackupHeader } from './backup-header';

/** Higher levels take several times as long for files that are less than a tenth smaller. */
const GZIP_LEVEL = 3;

/** Bytes to write to the disk at a time: all of them at the end would delay the commits of PostgreSQL. */
const SYNC_BYTES = 4_194_304;

/** The last line has the SHA-256 of all bytes before it. */
export const checksumLine = (hash: Hash): string => `sha256:${hash.digest('hex')}\n`;
export const CHECKSUM_BYTES = 'sha256:'.length + 64 + 1;

/** The last line of the compressed part. */
export interface BackupFooter {
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Names of unfinished files. */
export const unfinishedName = (name: string): string =>
  `.${name}.${randomBytes(6).toString('hex')}.unfinished`;

/**
 * Writes a backup: the header, the compressed part, and the checksum. The file gets its name when it is complete and on
 * the disk. Only its owner can read it.
 */
export class BackupWriter {
  private readonly hash = createHash('sha256');
  private readonly gzip = createGzip({ level: GZIP_LEVEL, chunkSize: 65_536 });
  private readonly written: Promise<void>;
  private unsynced = 0;

  private constructor(
    private readonly file: string,
    private readonly unfinished: string,
    private readonly handle: FileHandle,
  ) {
    const hashed = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.hash.update(chunk);
        done(null, chunk);
      },
    });
    const sink = new Writable({
      write: (chunk: Buffer, _, done) => void this.append(chunk).then(() => done(), done),
    });
    this.written = pipeline(this.gzip, hashed, sink);
    this.written.catch((error: Error) => (this.failure = cannotWrite(file, error)));
  }

  /** Why the file can't be written, if it can't. */
  failure: Error | undefined;

  /** @throws BackupError if the file exists, or its folder can't be written to */
  static async create(file: string): Promise<BackupWriter> {
    if (await stat(file).catch(absent(file))) throw exists(file);
    const unfinished = join(dirname(file), unfinishedName(basename(file)));
    const handle = await open(unfinished, 'wx', 0o600).catch((error: Error) => {
      throw cannotWrite(file, error);
    });
    return new BackupWriter(file, unfinished, handle);
  }

  async begin(header: BackupHeader): Promise<void> {
    const line = Buffer.from(headerLine(header));
    this.hash.update(line);
    await this.append(line);
  }

  /** Compressed rows. Wait for `drain` if it returns false, as for a stream. */
  get rows(): Writable {
    return this.gzip;
  }

  /** Returns the size of the file. @throws BackupError if it can't be written, or another file has its name by now */
  async finish(footer: BackupFooter): Promise<number> {
    this.gzip.end(`${JSON.stringify(footer)}\n`);
    await this.written.catch((error: Error) => {
      throw cannotWrite(this.file, error);
    });
    await this.append(Buffer.from(checksumLine(this.hash)));
    await this.handle.sync();
    const { size } = await this.handle.stat();
    await this.handle.close();
    await nameFile(this.unfinished, this.file);
    await syncFolder(dirname(this.file));
    return size;
  }

  /** Deletes the unfinished file. */
  async abort(): Promise<void> {
    this.gzip.destroy();
    await this.written.catch(() => {});
    await this.handle.close().catch(() => {});
    await rm(this.unfinished, { force: true }).catch(() => {});
  }

  private async append(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const { bytesWritten } = await this.handle.write(chunk, from).catch((error: Error) => {
        throw cannotWrite(this.file, error);
      });
      from += bytesWritten;
    }
    this.unsynced += chunk.length;
    if (this.unsynced < SYNC_BYTES) return;
    this.unsynced = 0;
    await this.handle.datasync();
  }
}

const absent = (file: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null;
  throw cannotWrite(file, error);
};
const exists = (file: string) =>
  new BackupError(`${file} already exists: choose another name, or delete the file`);

function cannotWrite(file: string, error: NodeJS.ErrnoException): BackupError {
  if (error instanceof BackupError) return error;
  return new BackupError(`Cannot write the backup ${resolve(file)}: ${fileProblem(error)}`);
}

/** A link, unlike a rename, doesn't replace a file that was created in the meantime. Some file systems have no links. */
async function nameFile(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
    await rm(unfinished);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (await stat(file).catch(absent(file)))) throw exists(file);
    await rename(unfinished, file).catch((failure: Error) => {
      throw cannotWrite(file, failure);
    });
  }
}

/** Some systems can't open folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
