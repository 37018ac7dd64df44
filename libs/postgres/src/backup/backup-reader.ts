import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { resolve } from 'node:path';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileProblem } from '../embedded/file-problem';
import { BackupError, ContentError, damaged } from './backup-error';
import { HEADER_MAX, parseHeader, type BackupHeader, type BackupTable } from './backup-header';
import { CHECKSUM_BYTES, checksumLine, type BackupFooter } from './backup-writer';
import { RowsReader } from './rows-reader';

/** Receives the rows of one table after another, as COPY writes them. */
export type TableSink = (table: BackupTable, rows: AsyncIterable<Buffer>) => Promise<void>;

/** A backup that is open for reading. */
export class BackupReader {
  private constructor(
    readonly file: string,
    private readonly handle: FileHandle,
    private readonly size: number,
    private readonly start: number,
    readonly header: BackupHeader,
  ) {}

  /**
   * @param known names of the migrations of this version of the service
   * @throws BackupError if the file is not a backup, or one of a newer version
   */
  static async open(file: string, known: readonly string[]): Promise<BackupReader> {
    const handle = await open(file).catch(cannotRead(file));
    try {
      const line = await firstLine(handle).catch(cannotRead(file));
      const header = parseHeader(file, line, known);
      const { size } = await handle.stat();
      return new BackupReader(file, handle, size, Buffer.byteLength(line) + 1, header);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /**
   * Reads the whole file, and checks its checksum, its structure, and the number of rows. Uses constant memory. The
   * rows are verified only when it resolves, so a sink must be able to undo its work.
   * @returns the number of rows by table
   * @throws BackupError if the file was altered or is not complete
   */
  async read(sink: TableSink): Promise<BackupFooter['rows']> {
    const stored = await this.storedChecksum();
    const hash = createHash('sha256');
    const head = Buffer.alloc(this.start);
    await this.handle.read(head, 0, this.start, 0);
    hash.update(head);
    let rows: BackupFooter['rows'] | undefined;
    let sinkFailure: Error | undefined;
    // It also rejects with the errors of the file that it reads.
    const copying: TableSink = (table, part) =>
      sink(table, part).catch((error: unknown) => {
        if (!(error instanceof ContentError)) sinkFailure = error as Error;
        throw error;
      });
    try {
      await this.contents(
        (chunk) => hash.update(chunk),
        async (text) => void (rows = await readTables(new RowsReader(text), this.header.tables, copying)),
      );
    } catch (error) {
      throw sinkFailure ?? damaged(this.file, (error as Error).message);
    }
    if (checksumLine(hash) !== stored) throw damaged(this.file, 'its checksum does not match its content');
    return rows!;
  }

  /** Passes the compressed bytes and the decompressed ones on. */
  private async contents(
    onBytes: (chunk: Buffer) => void,
    work: (text: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<void> {
    const end = this.size - CHECKSUM_BYTES - 1;
    if (end < this.start) throw new ContentError('it ends too early');
    const source = this.handle.createReadStream({ start: this.start, end, autoClose: false });
    const hashed = new Transform({
      transform: (chunk: Buffer, _, done) => {
        onBytes(chunk);
        done(null, chunk);
      },
    });
    const gunzip = createGunzip({ chunkSize: 65_536 });
    await pipeline(source, hashed, gunzip, (text) => work(text as AsyncIterable<Buffer>));
    if (gunzip.bytesWritten !== end - this.start + 1) throw new ContentError('bytes follow the last table');
  }

  private async storedChecksum(): Promise<string> {
    const line = Buffer.alloc(CHECKSUM_BYTES);
    await this.handle.read(line, 0, line.length, Math.max(0, this.size - line.length));
    const text = line.toString('latin1');
    if (!/^sha256:[0-9a-f]{64}\n$/.test(text)) throw damaged(this.file, 'its end is missing');
    return text;
  }
}

/** `npm run` starts commands in another folder than the one where they were typed, so the path is complete. */
const cannotRead = (file: string) => (error: Error) => {
  throw new BackupError(`Cannot read the backup ${resolve(file)}: ${fileProblem(error)}. Check the path`);
};

async function firstLine(handle: FileHandle): Promise<string> {
  const start = Buffer.alloc(HEADER_MAX);
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  const end = start.subarray(0, bytesRead).indexOf(10);
  // Without a line break, it is not a header either.
  return start.toString('utf8', 0, Math.max(0, end));
}

async function readTables(
  reader: RowsReader,
  tables: readonly BackupTable[],
  sink: TableSink,
): Promise<BackupFooter['rows']> {
  const counted: Record<string, number> = {};
  for (const table of tables) {
    let count = 0;
    await sink(
      table,
      reader.rows((lines) => (count += lines)),
    );
    counted[table.name] = count;
  }
  const footer = JSON.parse(await reader.lastLine()) as Partial<BackupFooter> | null;
  const isEqual = tables.every(({ name }) => footer?.rows?.[name] === counted[name]);
  if (!isEqual) throw new ContentError('it does not have the number of rows that it states');
  return counted;
}
