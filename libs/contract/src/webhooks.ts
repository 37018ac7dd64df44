import type {
  DeliveryStatus,
  DisabledReason,
  EndpointStatus,
  Event,
  Payload,
  Signature,
} from '@libs/webhooks';
import type { Actor } from '@libs/kernel';

export interface WebhookHealth {
  readonly consecutive_failures: number;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  /** 0 to 1; null without attempts in the last 24 hours. */
  readonly success_rate_24h: number | null;
  readonly average_duration_ms: number | null;
}

/** An entry of `GET webhooks`, newest first. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** Types, or only `*`. */
  readonly events: readonly string[];
  readonly payload: Payload;
  /** Type or ID of an actor whose events are not sent. */
  readonly exclude_actor: string | null;
  readonly signature: Signature;
  /** Names. Values are never returned. */
  readonly headers: readonly string[];
  readonly description: string | null;
  readonly status: EndpointStatus;
  readonly disabled_reason: DisabledReason | null;
  /** `whpk_…`, for `ed25519`. */
  readonly public_key: string | null;
  /** Until then, the previous key also signs. */
  readonly previous_secret_expires_at: string | null;
  readonly health: WebhookHealth;
  readonly created_by: Actor;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Response (201) of `POST webhooks`. `whsec_…`; absent for `ed25519`. No other response contains the secret. */
export interface IssuedWebhook extends Webhook {
  readonly secret?: string;
}

/** Response of `POST webhooks/:id/rotate-secret`. */
export interface RotatedWebhook {
  /** Absent for `ed25519`. */
  readonly secret?: string;
  readonly public_key: string | null;
  readonly previous_secret_expires_at: string | null;
}

export interface WebhookAttempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  /** Whether the request was sent twice, because the endpoint closed the connection of the first one. */
  readonly resent: boolean;
}

/** An entry of `GET webhooks/:id/deliveries`, newest first. */
export interface WebhookDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: Event['type'];
  readonly status: DeliveryStatus;
  readonly attempts: readonly WebhookAttempt[];
  readonly next_attempt_at: string | null;
  readonly created_at: string;
}

/** `GET webhooks/:id?days=`: a webhook, and its attempts of the last 1 (default) to 7 days. */
export interface WebhookDetail extends Webhook {
  /** Oldest first, without hours in which no attempt ended. */
  readonly attempts_by_hour: readonly WebhookHour[];
}

export interface WebhookHour {
  /** Start of the hour. */
  readonly hour: string;
  readonly succeeded: number;
  readonly failed: number;
}

/** `GET webhooks/:id/deliveries/:delivery_id`. */
export interface WebhookDeliveryDetail extends WebhookDelivery {
  /** The request body; null if the event was removed. */
  readonly payload: string | null;
}

/** Response (202) of `POST webhooks/:id/test` and `POST webhooks/:id/deliveries/:delivery_id/retry`. */
export interface QueuedDelivery {
  readonly delivery_id: string;
}

/** Response (202) of `POST webhooks/:id/replay`. With `dry_run`, only counts. */
export interface QueuedReplay {
  readonly queued: number;
}

export interface NewWebhookBody {
  readonly url: string;
  readonly events: Webhook['events'];
  readonly payload?: Payload;
  readonly exclude_actor?: string | null;
  readonly signature?: Signature;
  readonly headers?: Readonly<Record<string, string>>;
  readonly description?: string | null;
}

/** `PATCH webhooks/:id`. `headers` replaces all headers. */
export interface WebhookChange extends Partial<Omit<NewWebhookBody, 'signature'>> {
  readonly status?: EndpointStatus;
}

export interface ReplayBody {
  readonly since: string;
  /** Default: now. */
  readonly until?: string;
  readonly dry_run?: boolean;
}

/** An endpoint that the service disabled, as in `SessionInfo`. */
export type DisabledWebhook = Pick<Webhook, 'id' | 'url'>;

// `DELETE webhooks/:id` deletes the webhook and its deliveries: 204.
