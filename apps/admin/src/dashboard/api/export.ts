import { downloadUrl } from '../../ui/download';
import { ApiError, handleErrorResponse } from './client';
import { connection } from './connection';
import { toSearchParams, type ListParams } from './items/item-lists';

export const EXPORT_FORMATS = ['excel', 'csv', 'ndjson', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Where the file is; with the filters and the order of a list, or of everything. */
export function exportUrl(format: ExportFormat, list?: ListParams): string {
  const query = toSearchParams(list ?? {}, format === 'excel' ? { format: 'csv', bom: 'true' } : { format });
  return `/app/api/feedback/export?${query}`;
}

/** An export of nothing: nobody has written anything before 1970. What it is refused for, the real one would be. */
const EMPTY_EXPORT_URL = '/app/api/feedback/export?format=ndjson&created_before=1970-01-01T00:00:00Z';

/**
 * Has the browser download it, straight to the disk however large it is. Tried first without a row: a browser that is
 * refused a download says so in its own words, or not at all.
 * @throws ApiError
 */
export async function download(url: string): Promise<void> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(EMPTY_EXPORT_URL);
    text = await response.text();
  } catch {
    connection.report(0);
    throw new ApiError(0, 'unreachable', 'The service cannot be reached');
  }
  connection.report(response.status);
  if (!response.ok) throw handleErrorResponse(response.status, response.headers.get('retry-after'), text);
  downloadUrl(url);
}
