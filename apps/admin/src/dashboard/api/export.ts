import { downloadUrl } from '../../ui/download';
import { request } from './requests/client';
import { toSearchParams, type ListParams } from './items/item-lists';

export const EXPORT_FORMATS = ['excel', 'csv', 'ndjson', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The URL of the file: the items of a list in its order, or all items. */
export function exportUrl(format: ExportFormat, list?: ListParams): string {
  const query = toSearchParams(list ?? {}, format === 'excel' ? { format: 'csv', bom: 'true' } : { format });
  return `/app/api/feedback/export?${query}`;
}

/** An empty export: no item is older than 1970. It fails if the real one would. */
const EMPTY_EXPORT = 'feedback/export?format=ndjson&created_before=1970-01-01T00:00:00Z';

/**
 * Has the browser stream the export to disk. Tries an empty export first, because browsers report failed downloads
 * poorly or not at all.
 * @throws ApiError
 */
export async function download(url: string): Promise<void> {
  await request('GET', EMPTY_EXPORT);
  downloadUrl(url);
}
