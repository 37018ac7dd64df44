import { RequestUseCases, tooManyRequests } from '@libs/feedback';
import {
  INVALID_NEW_REQUESTS,
  INVALID_REQUEST_CHANGES,
  INVALID_REQUEST_PAGES,
  INVALID_REQUEST_SOURCES,
} from '../../src/requests/requests.openapi';
import type { Call, HttpResponse } from './client';
import { queryString } from './query';
import type { Service } from './service';

type Send = () => Promise<HttpResponse>;

interface Context {
  readonly service: Service;
  readonly call: (method: string, path: string, call?: Call) => Promise<HttpResponse>;
  readonly withoutHost: (method: string, path: string) => Promise<HttpResponse>;
  readonly whenFull: (send: Send) => Promise<HttpResponse>;
  /** Path of an existing item. */
  readonly item: () => string;
}

/** Requests that return the error examples of requests, by response component. */
export function requestSenders({ service, call, withoutHost, whenFull, item }: Context) {
  const requests = () => `${item()}/requests`;
  const add = (body: object) => call('POST', requests(), { body });
  const idOf = async (body: object): Promise<string> => (await add(body)).json.data.id;
  const patch = (id: string, body: object) => call('PATCH', `${requests()}/${id}`, { body });
  const of = <T>(values: Readonly<Record<string, T>>, send: (value: T) => Promise<HttpResponse>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]): [string, Send] => [name, () => send(value)]),
    );
  const withBody = (method: string, path: () => string) => (body: unknown) =>
    call(method, path(), {
      body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const malformed = (method: string, path: string) => ({
    malformed_url: () => call(method, '/api/v1/feedback/%zz/requests'),
    malformed_request: () => withoutHost(method, `${item()}/requests${path}`),
  });
  return {
    InvalidRequestsRequest: {
      ...of(INVALID_REQUEST_PAGES, (query) => call('GET', `${requests()}?${queryString(query)}`)),
      ...malformed('GET', ''),
    },
    InvalidNewRequest: {
      ...of(INVALID_NEW_REQUESTS, withBody('POST', requests)),
      ...of(INVALID_REQUEST_SOURCES, (query) =>
        call('POST', `${requests()}?${queryString(query)}`, { body: {} }),
      ),
      ...malformed('POST', ''),
    },
    InvalidRequestChange: {
      ...of(INVALID_REQUEST_CHANGES, (body) => withBody('PATCH', () => `${requests()}/nothing`)(body)),
      unknown_parameter: () => call('PATCH', `${requests()}/nothing?page=2`, { body: {} }),
      malformed_url: () => call('PATCH', `${requests()}/%zz`),
      malformed_request: () => withoutHost('PATCH', `${requests()}/nothing`),
    },
    RequestNotFound: { request_not_found: () => call('GET', `${requests()}/nothing`) },
    RequestLimitReached: {
      request_limit_reached: async () => {
        jest.spyOn(service.get(RequestUseCases), 'add').mockRejectedValueOnce(tooManyRequests());
        return add({});
      },
      storage_limit_reached: () => whenFull(() => add({})),
    },
    RequestExists: {
      request_exists: async () => {
        await add({ email: 'eve@example.com' });
        return patch(await idOf({}), { email: 'eve@example.com' });
      },
      storage_limit_reached: async () => {
        const id = await idOf({});
        return whenFull(() => patch(id, { name: 'Eve' }));
      },
    },
    RequestIsSubmission: {
      request_is_submission: () => {
        const id = item().split('/').at(-1)!;
        return call('DELETE', `${requests()}/${id}`);
      },
    },
  };
}
