import { DomainError } from '@libs/kernel';
import type { Plan } from '../limits';

export const HOUR_SECONDS = 3600;
export const MINUTE_SECONDS = 60;

/** At most `quota` requests in a window that starts with its first request and lasts `windowSeconds`. */
export interface RateLimitPolicy {
  readonly name: 'hour' | 'minute';
  readonly quota: number;
  readonly windowSeconds: number;
}

/** Requests per key; 0 turns a policy off (rate-limits.md 1). */
export interface RateLimits {
  readonly hour: number;
  readonly minute: number;
}

/** 100 per hour, and 10 or 60 per minute; both apply (rate-limits.md 1). */
export const DEFAULT_RATE_LIMITS: Readonly<Record<Plan, RateLimits>> = {
  free: { hour: 100, minute: 10 },
  pro: { hour: 100, minute: 60 },
};

/** Returns the active policies of a plan, hour before minute. */
export function policiesOf(
  plan: Plan,
  limits: Readonly<Record<Plan, RateLimits>>,
): readonly RateLimitPolicy[] {
  const { hour, minute } = limits[plan];
  const policies: RateLimitPolicy[] = [
    { name: 'hour', quota: hour, windowSeconds: HOUR_SECONDS },
    { name: 'minute', quota: minute, windowSeconds: MINUTE_SECONDS },
  ];
  return policies.filter(({ quota }) => quota > 0);
}

/** State of one policy after a request. */
export interface WindowState {
  readonly policy: RateLimitPolicy;
  /** Remaining requests. */
  readonly remaining: number;
  /** Seconds until the window ends, rounded up: 1 to `windowSeconds`. */
  readonly resetSeconds: number;
  /** End of the window in Unix seconds. */
  readonly resetAt: number;
}

/** Result of a request. `windows` is in the order of the policies, and empty if all are off. */
export interface RateLimitState {
  readonly admitted: boolean;
  readonly windows: readonly WindowState[];
}

export const UNLIMITED: RateLimitState = { admitted: true, windows: [] };

/** A stored window: its start in Unix milliseconds, and the requests since. */
export interface Window {
  readonly start: number;
  readonly count: number;
}

/** False for a window that has ended or has no requests. */
export function isRunning({ start, count }: Window, policy: RateLimitPolicy, now: number): boolean {
  return count > 0 && now < start + policy.windowSeconds * 1000;
}

export function windowState(policy: RateLimitPolicy, window: Window, now: number): WindowState {
  const { quota, windowSeconds } = policy;
  if (!isRunning(window, policy, now)) {
    return {
      policy,
      remaining: quota,
      resetSeconds: windowSeconds,
      resetAt: Math.ceil(now / 1000) + windowSeconds,
    };
  }
  const end = window.start + windowSeconds * 1000;
  return {
    policy,
    // After a change to a plan with a smaller quota, the count can exceed it.
    remaining: Math.max(0, quota - window.count),
    // If the clock was set back, the wait must not exceed the window.
    resetSeconds: Math.min(windowSeconds, Math.ceil((end - now) / 1000)),
    resetAt: Math.ceil(end / 1000),
  };
}

/** Returns the headers of rate-limits.md 4; none if every policy is off. */
export function rateLimitHeaders({ windows }: RateLimitState): Record<string, string> {
  const tightest = tightestOf(windows);
  if (!tightest) return {};
  let policies = '';
  let states = '';
  for (const { policy, remaining, resetSeconds } of windows) {
    const comma = policies && ', ';
    policies += `${comma}"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`;
    states += `${comma}"${policy.name}";r=${remaining};t=${resetSeconds}`;
  }
  return {
    'RateLimit-Policy': policies,
    RateLimit: states,
    'X-RateLimit-Limit': String(tightest.policy.quota),
    'X-RateLimit-Remaining': String(tightest.remaining),
    'X-RateLimit-Reset': String(tightest.resetAt),
  };
}

/** The error for a request that was not admitted. `facts.retryAfter` is the value of `Retry-After`. */
export function rateLimitExceeded({ windows }: RateLimitState): DomainError {
  // Exhausted policies have nothing remaining, so the tightest is the exhausted one that lasts longest.
  const { policy, resetSeconds } = tightestOf(windows)!;
  return tooManyRequests(policy.quota, policy.name, resetSeconds);
}

/** The error of any rate limit, per key or per IP address (conventions.md 6). */
export function tooManyRequests(limit: number, window: 'hour' | 'minute', seconds: number): DomainError {
  const message = `Rate limit exceeded: ${limit} requests per ${window}. Retry in ${seconds} seconds.`;
  return new DomainError('rate_limit', 'rate_limit_exceeded', message, { retryAfter: seconds });
}

/** The error for too many invalid keys or wrong passwords (rate-limits.md 7, dashboard.md 5). */
export function tooManyAuthFailures(seconds: number): DomainError {
  const message = `Too many failed authentication attempts. Retry in ${seconds} seconds.`;
  return new DomainError('rate_limit', 'too_many_auth_failures', message, { retryAfter: seconds });
}

/** Returns the window with the fewest remaining requests; of equals, the one that ends last. */
function tightestOf(windows: readonly WindowState[]): WindowState | undefined {
  let tightest = windows[0];
  for (const window of windows) {
    const { remaining, resetSeconds } = tightest!;
    if (
      window.remaining < remaining ||
      (window.remaining === remaining && window.resetSeconds > resetSeconds)
    ) {
      tightest = window;
    }
  }
  return tightest;
}

/** rate-limits.md 6 */
export const tooManyConcurrentRequests = (): DomainError =>
  new DomainError(
    'rate_limit',
    'too_many_concurrent_requests',
    'Too many concurrent requests for this account. Retry in 1 second.',
    { retryAfter: 1 },
  );
