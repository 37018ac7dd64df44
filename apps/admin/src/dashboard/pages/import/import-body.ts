import { IMPORT_BYTES_MAX } from '@libs/contract';
import { FileError } from './file/file-error';
import { importRows } from './mapping/import-rows';
import type { Mapping } from './mapping/mapping';
import type { Table } from './file/table';

/** Rows and letters after which a slice ends. */
const CHUNK = { rows: 250, characters: 1_000_000 };

interface BodyOptions {
  readonly signal?: AbortSignal;
  /** How many rows are written. */
  readonly onProgress?: (rows: number) => void;
  readonly yieldToMain?: () => Promise<void>;
  readonly maxBytes?: number;
}

/**
 * What is sent: a line for each row, in their order. In slices, so that the page stays awake, and each of them at once
 * a blob, which the browser may keep on the disk.
 * @throws FileError when it is more than one import takes
 */
export async function buildImportBody(
  table: Table,
  mapping: Mapping,
  { signal, onProgress, yieldToMain, maxBytes = IMPORT_BYTES_MAX }: BodyOptions = {},
): Promise<Blob> {
  const parts: Blob[] = [];
  let lines = '';
  let rows = 0;
  let bytes = 0;
  const flush = () => {
    const part = new Blob([lines]);
    bytes += part.size;
    if (bytes > maxBytes)
      throw new FileError('tooLarge', Math.ceil((bytes / maxBytes) * (table.rows.length / rows)));
    parts.push(part);
    lines = '';
  };
  for (const row of importRows(table, mapping)) {
    lines += `${JSON.stringify(row)}\n`;
    if (++rows % CHUNK.rows && lines.length < CHUNK.characters) continue;
    flush();
    signal?.throwIfAborted();
    onProgress?.(rows);
    await yieldToMain?.();
  }
  flush();
  return new Blob(parts, { type: 'application/x-ndjson' });
}
