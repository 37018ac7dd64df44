import { downloadUrl } from '../../ui/download';
import { accountHeaders, ApiError, handleErrorResponse } from './requests/client';
import { connection } from './requests/connection';
import { toSearchParams, type ListParams } from './items/item-lists';

export const EXPORT_FORMATS = ['excel', 'csv', 'ndjson', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The URL of the file: the items of a list in its order, or all items. */
export function exportUrl(format: ExportFormat, list?: ListParams): string {
  const query = toSearchParams(list ?? {}, format === 'excel' ? { format: 'csv', bom: 'true' } : { format });
  return `/app/api/feedback/export?${query}`;
}

/** An empty export: no item is older than 1970. It fails if the real one would. */
const EMPTY_EXPORT_URL = '/app/api/feedback/export?format=ndjson&created_before=1970-01-01T00:00:00Z';

/**
 * Has the browser stream the export to disk. Tries an empty export first, because browsers report failed downloads
 * poorly or not at all.
 * @throws ApiError
 */
export async function download(url: string): Promise<void> {
  const report = connection.startCall();
  let response: Response;
  let text: string;
  try {
    response = await fetch(EMPTY_EXPORT_URL, { headers: accountHeaders() });
    text = await response.text();
  } catch {
    report(0);
    throw new ApiError(0, 'unreachable', 'The service cannot be reached');
  }
  report(response.status);
  if (!response.ok) throw handleErrorResponse(response.status, response.headers.get('retry-after'), text);
  downloadUrl(url);
}
