import { limitRule } from '@libs/kernel';
import { DELIVERY_STATUSES, ENDPOINTS_MAX } from '@libs/webhooks';
import { refsTo } from '../openapi/error-responses';
import type { Parameter, Resource } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { TEST_EVENT } from '../events/event.schemas';
import { DeliveriesController } from './deliveries.controller';
import { WEBHOOK_SCHEMAS } from './webhook.schemas';
import { WEBHOOK_HEADERS } from './webhook-requests';
import { WebhookController, WebhooksController } from './webhooks.controller';
import { webhookFailures } from './webhooks.errors';
import * as examples from './webhooks.examples';

const errors = (...names: (keyof typeof webhookFailures)[]) => refsTo(webhookFailures, ...names);

const idParameter = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', format: 'uuid' },
  example,
});

/** `/webhooks`: webhooks.md 1, webhooks.md 2. */
export const webhooks: Resource = {
  tag: { name: 'Webhooks', description: 'Receive events at URLs of yours, and control their deliveries.' },
  schemas: { ...WEBHOOK_SCHEMAS, [TEST_EVENT.name]: TEST_EVENT.schema },
  parameters: {
    ...WEBHOOK_HEADERS,
    WebhookId: idParameter(
      'id',
      'ID of the webhook, in uppercase or lowercase.',
      examples.READ.webhook.value.data.id,
    ),
    DeliveryId: idParameter(
      'delivery_id',
      'ID of the delivery, in uppercase or lowercase.',
      examples.QUEUED.delivery.value.data.delivery_id,
    ),
    DeliveryStatus: {
      name: 'status',
      in: 'query',
      description: 'Return only deliveries with this status.',
      schema: { type: 'string', enum: DELIVERY_STATUSES },
      example: 'failed',
    },
    DeliveryEventType: {
      name: 'event_type',
      in: 'query',
      description: 'Return only deliveries of events of this type.',
      schema: { type: 'string' },
      example: 'feedback.created',
    },
    DeliveryLimit: {
      name: 'limit',
      in: 'query',
      description: 'Deliveries per page.',
      schema: limitRule.schema,
      example: 20,
    },
    DeliveryCursor: {
      name: 'cursor',
      in: 'query',
      description: '`next_cursor` of the previous page.',
      schema: { type: 'string' },
      example: examples.CURSOR,
    },
  },
  failures: webhookFailures,
  operations: [
    operation(WebhooksController, 'list', {
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description: `Returns all webhooks of your account, newest first. An account can have ${ENDPOINTS_MAX}.`,
      success: jsonResponse('All webhooks.', 'WebhookList', examples.LISTED),
      otherResponses: errors('InvalidWebhookListRequest'),
    }),
    operation(WebhooksController, 'create', {
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'Sends later events of these types to the URL. Store the `secret`: no other response contains it. For earlier ' +
        'events, replay them.',
      body: { schema: 'NewWebhook', examples: examples.NEW },
      success: jsonResponse('The new webhook.', 'IssuedWebhookResponse', examples.CREATED),
      otherResponses: errors('InvalidNewWebhook', 'TooManyWebhooks'),
    }),
    operation(WebhookController, 'read', {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      description: 'Returns a webhook and its health.',
      parameters: ['WebhookId'],
      success: jsonResponse('The webhook.', 'WebhookResponse', examples.READ),
      otherResponses: errors('InvalidWebhookRequest', 'WebhookNotFound'),
    }),
    operation(WebhooksController, 'update', {
      operationId: 'updateWebhook',
      summary: 'Update a webhook',
      description:
        'Updates the fields in the request body. Omitted fields are unchanged. Changes also apply to pending deliveries.',
      parameters: ['WebhookId'],
      body: { schema: 'WebhookChange', examples: examples.UPDATED_BY },
      success: jsonResponse('The updated webhook.', 'WebhookResponse', examples.UPDATED),
      otherResponses: errors('InvalidWebhookChange', 'WebhookNotFound'),
    }),
    operation(WebhooksController, 'remove', {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Permanently deletes the webhook and its deliveries.',
      parameters: ['WebhookId'],
      success: emptyResponse('The webhook was deleted.'),
      otherResponses: errors('InvalidWebhookRequest', 'WebhookNotFound'),
    }),
    operation(WebhooksController, 'rotateSecret', {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description:
        'Creates a new secret, or key for `ed25519`. During the overlap, requests have a signature of the previous one, ' +
        'too.',
      parameters: ['WebhookId'],
      body: { schema: 'SecretRotation', examples: examples.ROTATED_BY },
      success: jsonResponse('The new secret or public key.', 'RotatedSecretResponse', examples.ROTATED),
      otherResponses: errors('InvalidRotation', 'WebhookNotFound'),
    }),
    operation(DeliveriesController, 'test', {
      operationId: 'testWebhook',
      summary: 'Test a webhook',
      description:
        'Sends a `webhook.test` event; with the payload `slack`, a test message. To see the result, list the deliveries.',
      parameters: ['WebhookId'],
      success: jsonResponse('The delivery was queued.', 'QueuedDeliveryResponse', examples.QUEUED),
      otherResponses: errors('InvalidWebhookRequest', 'WebhookNotFound', 'WebhookDisabled'),
    }),
    operation(DeliveriesController, 'list', {
      operationId: 'listWebhookDeliveries',
      summary: 'List deliveries',
      description: 'Returns the deliveries of a webhook and their attempts, newest first.',
      parameters: ['WebhookId', 'DeliveryStatus', 'DeliveryEventType', 'DeliveryLimit', 'DeliveryCursor'],
      success: jsonResponse('A page of deliveries.', 'WebhookDeliveryPage', examples.DELIVERIES),
      otherResponses: errors('InvalidDeliveriesRequest', 'WebhookNotFound'),
    }),
    operation(DeliveriesController, 'retry', {
      operationId: 'retryWebhookDelivery',
      summary: 'Retry a delivery',
      description:
        'Sends a delivery again, now, whatever its status. The request has the same `webhook-id` and body, and a new ' +
        'timestamp.',
      parameters: ['WebhookId', 'DeliveryId'],
      success: jsonResponse('The delivery was queued.', 'QueuedDeliveryResponse', examples.QUEUED),
      otherResponses: errors('InvalidWebhookRequest', 'DeliveryNotFound', 'DeliveryNotSendable'),
    }),
    operation(DeliveriesController, 'replay', {
      operationId: 'replayWebhook',
      summary: 'Replay events',
      description:
        'Queues all events of a span that match the types of the webhook and that it has not received: also events from ' +
        'before it existed, and while it was disabled. Events that are pending are not queued twice.',
      parameters: ['WebhookId'],
      body: { schema: 'WebhookReplay', examples: examples.REPLAYED_BY },
      success: jsonResponse('The events were queued.', 'WebhookReplayResponse', examples.REPLAYED),
      otherResponses: errors('InvalidReplay', 'WebhookNotFound', 'WebhookDisabled'),
    }),
  ],
};
