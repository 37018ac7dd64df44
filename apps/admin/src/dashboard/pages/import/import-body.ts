import { IMPORT_BYTES_MAX } from '@libs/contract';
import { FileError } from './file/file-error';
import { importRows } from './mapping/import-rows';
import type { Mapping } from './mapping/mapping';
import type { Table } from './file/table';

/** Number of rows or characters after which a chunk ends. */
const CHUNK = { rows: 250, characters: 1_000_000 };

interface BodyOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of rows written. */
  readonly onProgress?: (rows: number) => void;
  readonly yieldToMain?: () => Promise<void>;
  readonly maxBytes?: number;
}

/**
 * Builds the request body: one line per row, in order. Works in chunks, so that the page stays responsive. Each chunk
 * becomes a Blob, which the browser can keep on disk.
 * @throws FileError if the body is too large for one import
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
