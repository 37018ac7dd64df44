import { INVALID_NOTES, INVALID_PAGES } from '../../src/history/history.openapi';
import type { Call, HttpResponse } from './client';
import { queryString } from './query';

interface HistoryContext {
  call(method: string, path: string, call?: Call): Promise<HttpResponse>;
  /** Sends a request without `Host`. */
  withoutHost(method: string, path: string): Promise<HttpResponse>;
  /** `/api/v1/feedback/<ID>` of an item. */
  item(): string;
}

/** Functions that send invalid requests for history and notes, by response component and example name. */
export function historySenders({ call, withoutHost, item }: HistoryContext) {
  const headers = { 'content-type': 'application/json' };
  const invalidBody = (body: unknown) => () =>
    call('POST', `${item()}/notes`, { body: Buffer.isBuffer(body) ? body : JSON.stringify(body), headers });
  return {
    InvalidHistoryRequest: {
      ...Object.fromEntries(
        Object.entries(INVALID_PAGES).map(([name, query]) => [
          name,
          () => call('GET', `${item()}/history?${queryString(query)}`),
        ]),
      ),
      malformed_url: () => call('GET', '/api/v1/feedback/%zz/notes'),
      malformed_request: () => withoutHost('GET', `${item()}/history`),
    },
    InvalidNewNote: {
      ...Object.fromEntries(Object.entries(INVALID_NOTES).map(([name, body]) => [name, invalidBody(body)])),
      unknown_parameter: () => call('POST', `${item()}/notes?page=2`, { body: { text: 'T' } }),
      malformed_url: () => call('POST', '/api/v1/feedback/%zz/notes', { body: { text: 'T' } }),
      malformed_request: () => withoutHost('POST', `${item()}/notes`),
    },
    NoteNotFound: { note_not_found: () => call('DELETE', `${item()}/notes/nothing`) },
  };
}
