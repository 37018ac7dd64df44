import type { Plan } from '../limits';
import type { RateLimitStore } from './rate-limit.ports';
import { policiesOf, type RateLimits, type WindowState } from './rate-limit';

/** What an account's plan allows each key; null where a policy is off. */
export interface LimitsInForce {
  readonly hour: number | null;
  readonly minute: number | null;
}

/** What a bucket has left; null where a policy is off. */
export interface RateLimitStatus {
  readonly hour: WindowState | null;
  readonly minute: WindowState | null;
}

/** Shows owners what their keys may spend, without spending any of it. */
export class RateLimitStatuses {
  constructor(
    private readonly store: RateLimitStore,
    private readonly limits: Readonly<Record<Plan, RateLimits>>,
  ) {}

  limitsOf(plan: Plan): LimitsInForce {
    const { hour, minute } = this.limits[plan];
    return { hour: hour || null, minute: minute || null };
  }

  async budgetOf(bucketId: string, plan: Plan): Promise<RateLimitStatus> {
    const windows = await this.store.peek(bucketId, policiesOf(plan, this.limits));
    const named = (name: 'hour' | 'minute') => windows.find(({ policy }) => policy.name === name) ?? null;
    return { hour: named('hour'), minute: named('minute') };
  }
}
