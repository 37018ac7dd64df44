import {
  INVALID_NEW_REQUESTS,
  INVALID_REQUEST_CHANGES,
  INVALID_REQUEST_PAGES,
  INVALID_REQUEST_SOURCES,
} from '../../src/requests/requests.openapi';
import type { Call, HttpResponse } from './client';
import { queryString } from './query';
import type { Service } from './service';

interface RequestsContext {
  readonly service: Service;
  call(method: string, path: string, call?: Call): Promise<HttpResponse>;
  /** Sends a request without `Host`. */
  withoutHost(method: string, path: string): Promise<HttpResponse>;
  /** The ID of an item. */
  itemId(): string;
}

const FULL = `
  WITH item AS (
    UPDATE feedback SET request_count = 100001 WHERE id = $1 RETURNING account_id, id
  )
  INSERT INTO feedback_requests (account_id, feedback_id, id, source, created_at)
  SELECT account_id, id, gen_random_uuid(), 'api', now() FROM item, generate_series(1, 100000)`;

/** Functions that send invalid requests for requests, by response component and example name. */
export function requestSenders({ service, call, withoutHost, itemId }: RequestsContext) {
  const path = () => `/api/v1/feedback/${itemId()}/requests`;
  const headers = { 'content-type': 'application/json' };
  const send = (method: string, url: string, body: unknown) =>
    call(method, url, { body: Buffer.isBuffer(body) ? body : JSON.stringify(body), headers });
  const add = async (body: object) => (await call('POST', path(), { body })).json.data.id as string;
  const each = <T>(bodies: Readonly<Record<string, T>>, sendOne: (body: T) => Promise<HttpResponse>) =>
    Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, () => sendOne(body)]));
  const missing = () => `${path()}/nothing`;
  return {
    InvalidRequestsRequest: {
      ...each(INVALID_REQUEST_PAGES, (query) => call('GET', `${path()}?${queryString(query)}`)),
      malformed_url: () => call('GET', '/api/v1/feedback/%zz/requests'),
      malformed_request: () => withoutHost('GET', path()),
    },
    InvalidNewRequest: {
      ...each(INVALID_NEW_REQUESTS, (body) => send('POST', path(), body)),
      ...each(INVALID_REQUEST_SOURCES, (query) =>
        call('POST', `${path()}?${queryString(query)}`, { body: {} }),
      ),
      malformed_url: () => call('POST', '/api/v1/feedback/%zz/requests', { body: {} }),
      malformed_request: () => withoutHost('POST', path()),
    },
    InvalidRequestChange: {
      ...each(INVALID_REQUEST_CHANGES, (body) => send('PATCH', missing(), body)),
      unknown_parameter: () => call('PATCH', `${missing()}?page=2`, { body: {} }),
      malformed_url: () => call('PATCH', '/api/v1/feedback/%zz/requests/nothing', { body: {} }),
      malformed_request: () => withoutHost('PATCH', missing()),
    },
    RequestNotFound: { request_not_found: () => call('GET', missing()) },
    RequestLimitReached: {
      request_limit_reached: async () => {
        const { id } = (await call('POST', '/api/v1/feedback', { body: { title: 'Full' } })).json.data;
        const database = await service.connectAsAdmin();
        await database.query('SET session_replication_role = replica');
        await database.query(FULL, [id]);
        await database.end();
        return call('POST', `/api/v1/feedback/${id}/requests`, { body: { email: 'eve@example.com' } });
      },
    },
    RequestExists: {
      request_exists: async () => {
        await add({ email: 'eve@example.com' });
        const other = await add({ email: 'bo@example.com' });
        return call('PATCH', `${path()}/${other}`, { body: { email: 'EVE@example.com' } });
      },
    },
    RequestIsSubmission: { request_is_submission: () => call('DELETE', `${path()}/${itemId()}`) },
  };
}
