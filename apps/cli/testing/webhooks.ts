import type { Webhook, WebhookDelivery } from '@libs/api-client';
import { jsonResponse, type Step } from '@libs/api-client/testing';

/** Returns a distinct ID for each number. */
export const webhookId = (n: number): string => `019cb323-e500-7a11-9c4d-${String(n).padStart(12, '0')}`;
export const deliveryId = (n: number): string => `019cb7f6-9b40-7c3d-8e9f-${String(n).padStart(12, '0')}`;

export const webhook = (n: number, more: Partial<Webhook> = {}): Webhook => ({
  id: webhookId(n),
  url: `https://example.com/hooks/${n}`,
  events: ['*'],
  payload: 'full',
  signature: 'hmac',
  headers: [],
  exclude_actor: null,
  description: null,
  status: 'active',
  disabled_reason: null,
  public_key: null,
  previous_secret_expires_at: null,
  health: {
    consecutive_failures: 0,
    last_success_at: null,
    last_failure_at: null,
    success_rate_24h: null,
    average_duration_ms: null,
  },
  created_by: { type: 'system' },
  created_at: '2026-03-03T07:00:00.000Z',
  updated_at: '2026-03-03T07:00:00.000Z',
  ...more,
});

type Attempt = WebhookDelivery['attempts'][number];

export const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  at: '2026-03-03T09:58:00.000Z',
  status_code: 204,
  error: null,
  duration_ms: 182,
  resent: false,
  ...more,
});

export const delivery = (n: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: deliveryId(n),
  event_id: 'evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f',
  event_type: 'feedback.created',
  status: 'succeeded',
  attempts: [attempt()],
  next_attempt_at: null,
  created_at: '2026-03-03T09:58:00.000Z',
  ...more,
});

/** A page of deliveries; `next` is the cursor of the next page. */
export const deliveriesPage = (data: readonly WebhookDelivery[], next: string | null = null): Step =>
  jsonResponse({ data, pagination: { limit: 20, has_more: next !== null, next_cursor: next } });
