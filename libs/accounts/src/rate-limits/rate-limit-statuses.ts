import type { Plan } from '../limits';
import type { RateLimitStore } from './rate-limit.ports';
import { policiesOf, type RateLimits, type WindowState } from './rate-limit';

/** Requests per key that a plan allows; null if the policy is off. */
export interface LimitsInForce {
  readonly hour: number | null;
  readonly minute: number | null;
}

/** State of a bucket; null if the policy is off. */
export interface RateLimitStatus {
  readonly hour: WindowState | null;
  readonly minute: WindowState | null;
}

/** Returns limits and remaining requests for members, without counting a request. */
export class RateLimitStatuses {
  constructor(
    private readonly store: RateLimitStore,
    private readonly limits: Readonly<Record<Plan, RateLimits>>,
  ) {}

  limitsOf(plan: Plan): LimitsInForce {
    const { hour, minute } = this.limits[plan];
    return { hour: hour || null, minute: minute || null };
  }

  async statusOf(bucketId: string, plan: Plan): Promise<RateLimitStatus> {
    const windows = await this.store.peek(bucketId, policiesOf(plan, this.limits));
    const named = (name: 'hour' | 'minute') => windows.find(({ policy }) => policy.name === name) ?? null;
    return { hour: named('hour'), minute: named('minute') };
  }
}
