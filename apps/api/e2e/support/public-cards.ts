import { INVALID_CARDS } from '../../src/public-cards/public-cards.openapi';
import type { Call, HttpResponse } from './client';

type Send = () => Promise<HttpResponse>;

interface Context {
  readonly call: (method: string, path: string, call?: Call) => Promise<HttpResponse>;
  readonly withoutHost: (method: string, path: string) => Promise<HttpResponse>;
  readonly whenFull: (send: Send) => Promise<HttpResponse>;
  /** Path of an existing item. */
  readonly item: () => string;
  /** Path of a new item that is merged. */
  readonly mergedItem: () => Promise<string>;
}

/** Requests that return the error examples of public cards, by response component. */
export function publicCardSenders({ call, withoutHost, whenFull, item, mergedItem }: Context) {
  const card = () => `${item()}/public`;
  const body = { title: 'Dark theme' };
  const invalid = Object.entries(INVALID_CARDS).map(([name, value]): [string, Send] => [
    name,
    () =>
      call('PUT', card(), {
        body: Buffer.isBuffer(value) ? value : JSON.stringify(value),
        headers: { 'content-type': 'application/json' },
      }),
  ]);
  return {
    InvalidCard: {
      ...Object.fromEntries(invalid),
      unknown_parameter: () => call('PUT', `${card()}?page=2`, { body }),
      malformed_url: () => call('PUT', '/api/v1/feedback/%zz/public', { body }),
      invalid_if_match: () => call('PUT', card(), { body, headers: { 'if-match': '1' } }),
      malformed_request: () => withoutHost('PUT', card()),
    },
    CardConflict: {
      feedback_merged: async () => call('PUT', `${await mergedItem()}/public`, { body }),
      storage_limit_reached: () => whenFull(() => call('PUT', card(), { body })),
    },
  };
}
