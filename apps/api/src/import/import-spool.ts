import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importInProgress, tooManyImports } from '@libs/feedback';
import { OnePerAccount } from '@libs/kernel';

/** Maximum total size of all uploads of an instance, in bytes. */
const SPOOL_BYTES = 1_073_741_824;

/** Maximum size of a chunk that an import processes before other requests, in bytes: about 2 ms of work. */
const READ_BYTES = 16_384;

/** Returns the bytes of an upload. Aborting the signal ends it with the reason of the signal. */
type Body = (signal: AbortSignal) => AsyncIterable<Buffer>;

/**
 * Receives uploads into temporary files, so that an import uses a database connection only after all of its rows have
 * arrived. A slow client uses only a file. One upload per account at a time.
 */
export class ImportSpool {
  private readonly imports = new OnePerAccount(importInProgress);
  /** In the order of their start, each with a controller that can end it while it is being received. */
  private readonly files = new Map<SpooledFile, AbortController | null>();

  constructor(
    private readonly maxBytes = SPOOL_BYTES,
    private readonly directory = tmpdir(),
  ) {}

  /**
   * Calls `work` with the bytes after all of them have arrived. If the spool is full, ends the oldest upload that is
   * still being received.
   * @throws DomainError `rate_limit` while another upload of the account is in progress; `unavailable` if it was
   *   ended because the spool was full; errors of the file system, `body`, and `work`
   */
  async run<T>(
    accountId: string,
    body: Body,
    work: (bytes: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    return this.imports.run(accountId, async () => {
      const file = await SpooledFile.create(this.directory);
      try {
        await this.receive(body, file);
        return await work(file.bytes());
      } finally {
        this.files.delete(file);
        await file.close();
      }
    });
  }

  private async receive(body: Body, file: SpooledFile): Promise<void> {
    const controller = new AbortController();
    this.files.set(file, controller);
    for await (const chunk of body(controller.signal)) {
      await file.append(chunk);
      this.endOldestUpload();
    }
    controller.signal.throwIfAborted();
    this.files.set(file, null);
  }

  private endOldestUpload(): void {
    let size = 0;
    for (const file of this.files.keys()) size += file.size;
    if (size <= this.maxBytes) return;
    for (const [file, controller] of this.files) {
      if (!controller) continue;
      this.files.delete(file);
      return controller.abort(tooManyImports());
    }
  }
}

/** A temporary file without a name. It is deleted when it is closed or when the process ends. */
class SpooledFile {
  size = 0;

  private constructor(private readonly handle: FileHandle) {}

  static async create(directory: string): Promise<SpooledFile> {
    const path = join(directory, `feedback-import-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new SpooledFile(handle);
  }

  async append(chunk: Buffer): Promise<void> {
    await this.handle.appendFile(chunk);
    this.size += chunk.length;
  }

  bytes(): AsyncIterable<Buffer> {
    return this.handle.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES });
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
