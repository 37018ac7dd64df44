import { SYSTEM } from '@libs/kernel';
import { EVENT_TYPES, originOf, payloadOf, TEST_EVENT_TYPE, testEvent, type Event } from '@libs/webhooks';
import { FEED_EVENTS, ITEM_EVENTS, TEST_EVENT } from '../openapi/events';
import { ref, type Example, type OpenApiDocument, type WebhookRequest } from '../openapi/openapi.types';
import { example } from '../openapi/schemas';
import { WEBHOOK_HEADERS } from './deliveries.openapi';
import { READ } from './webhooks.openapi';

/** Only messages for chat products, which aren't described here, have links to it. */
const DASHBOARD = '';
const { id, url, disabled_reason } = READ.disabled.value.data;
const EXAMPLES: readonly Event[] = [
  ...ITEM_EVENTS,
  {
    id: 'evt_019cb323e5a07c3d8e9f0a1b2c3d4e58',
    type: 'webhook.disabled',
    timestamp: '2026-03-04T08:30:00.600Z',
    actor: SYSTEM,
    data: { webhook: { id, url: originOf(url), disabled_reason } },
  },
  testEvent('evt_019cb323e5a07c3d8e9f0a1b2c3d4e59', '2026-03-04T08:30:00.200Z'),
];

const TYPES: readonly Event['type'][] = [...EVENT_TYPES, TEST_EVENT_TYPE];

/** The request of each type of event, for generators of types (webhooks.md 2). */
export const webhookRequests: OpenApiDocument['webhooks'] = Object.fromEntries(
  TYPES.map((type) => [type, { post: requestOf(type) }]),
);

function requestOf(type: Event['type']): WebhookRequest {
  const { name, schema } = type === TEST_EVENT_TYPE ? TEST_EVENT : FEED_EVENTS[type];
  return {
    operationId: `receive${name}`,
    tags: ['Webhooks'],
    summary: type,
    description: schema.description,
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((header) => ref('parameters', header)),
    requestBody: {
      description: 'The event, as in the feed.',
      required: true,
      content: { 'application/json': { schema: ref('schemas', name), examples: examplesOf(type) } },
    },
    responses: {
      '2XX': { description: 'The webhook has received the event.' },
      410: { description: 'Disables the webhook.' },
      default: { description: 'The request is repeated later.' },
    },
  };
}

/** Both payloads, if they differ. */
function examplesOf(type: Event['type']): Readonly<Record<string, Example>> {
  const event = EXAMPLES.find((candidate) => candidate.type === type)!;
  const [full, thin] = [payloadOf(event, 'full', DASHBOARD), payloadOf(event, 'thin', DASHBOARD)];
  return {
    full: example('Payload `full`', JSON.parse(full)),
    ...(thin !== full && { thin: example('Payload `thin`', JSON.parse(thin)) }),
  };
}
