import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@libs/kernel';
import { v7 } from 'uuid';
import type { Attempt, AttemptResult, ClaimedDelivery, Endpoint } from '../src';

export function anEndpoint(more: Partial<Endpoint> = {}): Endpoint {
  const at = new Date('2026-03-03T10:00:00.000Z');
  return {
    id: v7(),
    accountId: randomUUID(),
    url: 'https://hooks.example.com/feedback',
    events: ['*'],
    payload: 'full',
    excludeActor: null,
    signature: 'hmac',
    description: null,
    status: 'active',
    disabledReason: null,
    headerNames: [],
    publicKey: null,
    sealed: Uint8Array.of(1, 2, 3),
    previousKeyExpiresAt: null,
    createdBy: SYSTEM,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}

/** What follows an attempt. */
export type Outcome =
  | { readonly status: 'succeeded' | 'failed' | 'cancelled' }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date };

type Attempted = Pick<ClaimedDelivery, 'id' | 'accountId'> & { readonly endpoint: Pick<Endpoint, 'id'> };

/** Builds the result of an attempt. By default, it has an error unless it succeeded. */
export function aResult(
  { id, accountId, endpoint }: Attempted,
  outcome: Outcome,
  more: Partial<Attempt> = {},
): AttemptResult {
  const failure = outcome.status === 'succeeded' ? null : 'responded with status 500';
  const attempt: Attempt = {
    at: new Date().toISOString(),
    statusCode: failure === null ? 204 : 500,
    error: failure,
    durationMs: 10,
    ...more,
  };
  return { id, accountId, endpointId: endpoint.id, attempt, ...outcome };
}
