import { INVALID_PAGES } from '../../src/history/history.openapi';
import { INVALID_NOTES } from '../../src/history/notes.openapi';
import type { Call, HttpResponse } from './client';
import { queryString } from './query';

type Send = () => Promise<HttpResponse>;

interface HistoryContext {
  call(method: string, path: string, call?: Call): Promise<HttpResponse>;
  /** Sends a request without `Host`. */
  withoutHost(method: string, path: string): Promise<HttpResponse>;
  /** `/api/v1/feedback/<ID>` of an item. */
  item(): string;
  whenFull(send: Send): Promise<HttpResponse>;
  /** Runs `send` while another request has the key `in-use`. */
  whileInUse(send: Send): Promise<HttpResponse>;
}

/** Functions that send invalid requests for history and notes, by response component and example name. */
export function historySenders({ call, withoutHost, item, whenFull, whileInUse }: HistoryContext) {
  const write = (key?: string, path = item()) =>
    call('POST', `${path}/notes`, {
      body: { text: 'T' },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
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
      invalid_idempotency_key: () => write('two words'),
      malformed_url: () => call('POST', '/api/v1/feedback/%zz/notes', { body: { text: 'T' } }),
      malformed_request: () => withoutHost('POST', `${item()}/notes`),
    },
    NewNoteConflict: {
      idempotency_key_in_use: () => whileInUse(() => write('in-use')),
      idempotent_result_gone: async () => {
        const { data } = (await call('POST', '/api/v1/feedback', { body: { title: 'T' } })).json;
        const path = `/api/v1/feedback/${data.id}`;
        await write('gone-note', path);
        await call('DELETE', path);
        return write('gone-note', path);
      },
      storage_limit_reached: () => whenFull(() => write()),
    },
    NoteNotFound: { note_not_found: () => call('DELETE', `${item()}/notes/nothing`) },
  };
}
