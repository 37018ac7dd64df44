import { DomainError, isUuid, type Actor } from '@libs/kernel';
import type { EventType } from '../events/event';

/** `slack`: messages for Slack and chat products that accept the same ones. */
export const PAYLOADS = ['full', 'thin', 'slack'] as const;
export type Payload = (typeof PAYLOADS)[number];

/** How an endpoint verifies requests: with a secret that it shares, or with a public key. */
export const SIGNATURES = ['hmac', 'ed25519'] as const;
export type Signature = (typeof SIGNATURES)[number];

export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** The part of a URL that is not a secret: without its path, in which chat products have one (webhooks.md 1). */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** Why the service disabled an endpoint: it returned 410, or all its deliveries failed for five days. */
export type DisabledReason = 'gone' | 'failing';

/** Selects events of every type. */
export const ALL_EVENTS = '*';

export const ENDPOINTS_MAX = 50;

/** A URL that receives events (webhooks.md 1). */
export interface Endpoint {
  readonly id: string;
  readonly accountId: string;
  /** The whole URL, or only its scheme and host if the whole one is stored with the secrets. */
  readonly url: string;
  /** Types, or only `*`. */
  readonly events: readonly (EventType | typeof ALL_EVENTS)[];
  readonly payload: Payload;
  readonly signature: Signature;
  readonly description: string | null;
  /** Type or ID of an actor whose events are not sent; null to send all. */
  readonly excludeActor: string | null;
  readonly status: EndpointStatus;
  /** Null for an active endpoint, and for one that was disabled on request. */
  readonly disabledReason: DisabledReason | null;
  /** Names of the headers that the endpoint's requests have. Their values are among the secrets. */
  readonly headerNames: readonly string[];
  /** `whpk_` and the key in base64, for `ed25519`; otherwise null. */
  readonly publicKey: string | null;
  /** `EndpointSecrets`, encrypted. */
  readonly sealed: Uint8Array;
  /** End of the overlap after a rotation, in which the previous key also signs; null if there is none. */
  readonly previousKeyExpiresAt: Date | null;
  readonly createdBy: Actor;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an endpoint keeps encrypted. */
export interface EndpointSecrets {
  /** The signing key, and after a rotation the previous one. */
  readonly keys: readonly [current: string, ...previous: string[]];
  readonly headers: Readonly<Record<string, string>>;
  /** The full URL; absent if the endpoint has it without encryption. */
  readonly url?: string;
}

/** How the deliveries of an endpoint go. */
export interface EndpointHealth {
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Share of the attempts of the last 24 hours that succeeded, 0 to 1; null if there were none. */
  readonly successRate24h: number | null;
  /** Average time of the attempts of the last 24 hours; null if there were none. */
  readonly averageDurationMs: number | null;
}

export interface DescribedEndpoint {
  readonly endpoint: Endpoint;
  readonly health: EndpointHealth;
}

/** A new or rotated endpoint. `secret` is returned once; null for `ed25519`. */
export interface IssuedEndpoint extends DescribedEndpoint {
  readonly secret: string | null;
}

/** The attempts that ended in one hour. */
export interface AttemptCounts {
  readonly hour: Date;
  readonly succeeded: number;
  readonly failed: number;
}

export const NEW_HEALTH: EndpointHealth = {
  consecutiveFailures: 0,
  lastSuccessAt: null,
  lastFailureAt: null,
  successRate24h: null,
  averageDurationMs: null,
};

/** Returns the ID in lowercase; null if it is malformed. */
export function endpointId(text: string): string | null {
  const id = text.toLowerCase();
  return isUuid(id) ? id : null;
}

export const endpointNotFound = (): DomainError =>
  new DomainError('not_found', 'webhook_not_found', 'Webhook not found');

export const tooManyEndpoints = (): DomainError =>
  new DomainError('conflict', 'webhook_limit_reached', `Too many webhooks (maximum ${ENDPOINTS_MAX})`);

export const endpointDisabled = (): DomainError =>
  new DomainError('conflict', 'webhook_disabled', 'The webhook is disabled; set its status to active first');
