import type { AttemptResult, FailingEndpoint } from '../deliveries/delivery.ports';
import type { DisabledReason } from './endpoint';

/** How long every delivery of an endpoint may fail. */
const FAILING_MAX_MS = 5 * 24 * 3_600_000;
/** The status with which a receiver wants no more events. */
const GONE = 410;

/** An endpoint to disable, and why. */
export interface Disabling {
  readonly accountId: string;
  readonly id: string;
  readonly reason: DisabledReason;
}

/** Returns the endpoints to disable after these results (webhooks.md 2). One can be returned more than once. */
export const endpointsToDisable = (
  results: readonly AttemptResult[],
  failing: readonly FailingEndpoint[],
  now: Date,
): readonly Disabling[] => [
  ...results
    .filter(({ attempt }) => attempt?.statusCode === GONE)
    .map(({ accountId, endpointId }) => ({ accountId, id: endpointId, reason: 'gone' }) as const),
  ...failing
    .filter(({ failingSince }) => now.getTime() - failingSince.getTime() >= FAILING_MAX_MS)
    .map(({ accountId, id }) => ({ accountId, id, reason: 'failing' }) as const),
];
