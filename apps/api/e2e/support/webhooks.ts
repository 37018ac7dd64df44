import { INVALID_DELIVERY_QUERIES, INVALID_REPLAYS } from '../../src/webhooks/deliveries.openapi';
import {
  FORBIDDEN_URL,
  INVALID_ROTATIONS,
  INVALID_WEBHOOK_CHANGES,
  INVALID_WEBHOOKS,
} from '../../src/webhooks/webhooks.openapi';
import type { Client, HttpResponse } from './client';
import { queryString } from './query';
import type { Account, Service } from './service';

const PATH = '/api/v1/webhooks';
const UNKNOWN = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
const NEW = { url: 'http://127.0.0.1:9/hook', events: ['*'] };

interface WebhooksContext {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
  readonly withoutHost: (method: string, path: string) => Promise<HttpResponse>;
}

type Sender = () => Promise<HttpResponse>;

/** Functions that send invalid requests for webhooks, by response component and example name. */
export function webhookSenders(context: () => WebhooksContext) {
  const send = (method: string, path: string, body?: unknown, key = context().account.key) => {
    const isRaw = Buffer.isBuffer(body);
    const headers = isRaw ? { 'content-type': 'application/json' } : {};
    return context().client.call(method, PATH + path, { key, body, headers });
  };
  /** Creates a webhook, and returns its path. */
  const create = async (key?: string): Promise<string> =>
    `/${(await send('POST', '', NEW, key)).json.data.id}`;
  const onWebhook = (method: string, path: string): Record<string, Sender> => ({
    unknown_parameter: () => send(method, `/${UNKNOWN}${path}?page=2`, {}),
    malformed_url: () => send(method, `/%zz${path}`),
    malformed_request: () => context().withoutHost(method, `${PATH}/${UNKNOWN}${path}`),
  });
  const withBodies = (
    bodies: Readonly<Record<string, unknown>>,
    sendBody: (body: unknown) => Promise<HttpResponse>,
  ): Record<string, Sender> =>
    Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, () => sendBody(body)]));
  const disabled = async () => {
    const path = await create();
    await send('PATCH', path, { status: 'disabled' });
    return path;
  };

  return {
    InvalidWebhookRequest: onWebhook('GET', ''),
    InvalidWebhookListRequest: {
      unknown_parameter: () => send('GET', '?page=2'),
      malformed_request: () => context().withoutHost('GET', PATH),
    },
    InvalidNewWebhook: {
      ...withBodies(INVALID_WEBHOOKS, (body) => send('POST', '', body)),
      invalid_value_url: () => send('POST', '', FORBIDDEN_URL),
      unknown_parameter: () => send('POST', '?page=2', NEW),
      malformed_request: () => context().withoutHost('POST', PATH),
    },
    InvalidWebhookChange: {
      ...withBodies(INVALID_WEBHOOK_CHANGES, (body) => send('PATCH', `/${UNKNOWN}`, body)),
      invalid_value_url: () => send('PATCH', `/${UNKNOWN}`, { url: FORBIDDEN_URL.url }),
      ...onWebhook('PATCH', ''),
    },
    InvalidRotation: {
      ...withBodies(INVALID_ROTATIONS, (body) => send('POST', `/${UNKNOWN}/rotate-secret`, body)),
      ...onWebhook('POST', '/rotate-secret'),
    },
    InvalidReplay: {
      ...withBodies(INVALID_REPLAYS, (body) => send('POST', `/${UNKNOWN}/replay`, body)),
      ...onWebhook('POST', '/replay'),
    },
    InvalidDeliveriesRequest: {
      ...Object.fromEntries(
        Object.entries(INVALID_DELIVERY_QUERIES).map(([name, query]) => [
          name,
          () => send('GET', `/${UNKNOWN}/deliveries?${queryString(query)}`),
        ]),
      ),
      malformed_url: () => send('GET', '/%zz/deliveries'),
      malformed_request: () => context().withoutHost('GET', `${PATH}/${UNKNOWN}/deliveries`),
    },
    WebhookNotFound: { webhook_not_found: () => send('GET', `/${UNKNOWN}`) },
    DeliveryNotFound: {
      delivery_not_found: async () => send('POST', `${await create()}/deliveries/${UNKNOWN}/retry`),
      webhook_not_found: () => send('POST', `/${UNKNOWN}/deliveries/${UNKNOWN}/retry`),
    },
    TooManyWebhooks: {
      webhook_limit_reached: async () => {
        const { key } = await context().service.account();
        for (let i = 0; i < 50; i++) await create(key);
        return send('POST', '', NEW, key);
      },
    },
    WebhookDisabled: { webhook_disabled: async () => send('POST', `${await disabled()}/test`) },
    DeliveryNotSendable: {
      webhook_disabled: async () => {
        const path = await create();
        const { json } = await send('POST', `${path}/test`);
        await send('PATCH', path, { status: 'disabled' });
        return send('POST', `${path}/deliveries/${json.data.delivery_id}/retry`);
      },
      event_unavailable: async () => {
        const { client, service } = context();
        // Without events of other requests.
        const { key } = await service.account();
        const path = await create(key);
        const items = '/api/v1/feedback';
        const body = { title: 'Dark mode' };
        const { json } = await client.call('POST', items, { key, body });
        const list = async () => (await send('GET', `${path}/deliveries`, undefined, key)).json.data;
        while ((await list()).length === 0);
        await client.call('DELETE', `${items}/${json.data.id}`, { key });
        return send('POST', `${path}/deliveries/${(await list()).at(-1).id}/retry`, undefined, key);
      },
    },
  };
}
