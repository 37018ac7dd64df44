import type { Status } from '@libs/api-client';
import { ApiError, call, refusalOf } from './client';
import { connection } from './connection';
import type { ListParams } from './item-lists';

export const EXPORT_FORMATS = ['excel', 'csv', 'ndjson', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Where the file is; with the filters and the order of a list, or of everything. */
export function exportAddress(format: ExportFormat, list?: ListParams): string {
  const query = new URLSearchParams({ format: format === 'excel' ? 'csv' : format });
  if (format === 'excel') query.set('bom', 'true');
  if (list?.status) query.set('status', list.status satisfies Status);
  if (list?.q) query.set('q', list.q);
  if (list) query.set('sort', list.sort);
  return `/app/api/feedback/export?${query}`;
}

/**
 * Has the browser download it, straight to the disk however large it is. Asked about first: a browser that is refused
 * a download says so in its own words, or not at all.
 * @throws ApiError
 */
export async function download(address: string): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch(address, { method: 'HEAD' });
  } catch {
    connection.report(0);
    throw new ApiError(0, 'unreachable', 'The service cannot be reached');
  }
  connection.report(answer.status);
  // An answer to HEAD has no words: whether the session has ended is said by one that has.
  if (answer.status === 401) await call('GET', 'session');
  if (!answer.ok) throw refusalOf(answer.status, answer.headers.get('retry-after'), '');
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
