import type { Feedback } from '../items/feedback';
import { addressOf, type FeedbackRequest } from './request';

/** What an item says about all who ask for it and for its duplicates. */
export type RequestTotals = Pick<Feedback, 'request_count' | 'request_value'>;

/**
 * Returns the totals of requests (requests.md 2): distinct addresses, in any case, plus what stands for people without one;
 * and the highest value of each company, or address without a company, together. PostgreSQL has the same rule in
 * `request_totals` and in the trigger of requests; the contract of the adapters compares them.
 */
export function totalsOf(requests: readonly FeedbackRequest[]): RequestTotals {
  const addresses = new Set<string>();
  const cents = new Map<string, number>();
  let unnamed = 0;
  for (const request of requests) {
    const address = addressOf(request);
    if (address === null) unnamed += request.count;
    else addresses.add(address);
    if (request.value === null) continue;
    const key =
      request.company === null
        ? `address ${address ?? request.id}`
        : `company ${request.company.toLowerCase()}`;
    cents.set(key, Math.max(cents.get(key) ?? 0, Math.round(request.value * 100)));
  }
  const value = [...cents.values()].reduce((sum, one) => sum + one, 0);
  return { request_count: addresses.size + unnamed, request_value: value / 100 };
}

/** Passing one of these numbers of requests is an event: 10, 25, 50, 100, 250, 500, … (requests.md 5). */
export function reachedBetween(before: number, after: number): number | null {
  for (let power = 10 ** Math.floor(Math.log10(Math.max(after, 1))); power >= 10; power /= 10) {
    const reached = [5, 2.5, 1].map((factor) => factor * power).find((step) => step <= after);
    if (reached !== undefined) return reached > before ? reached : null;
  }
  return null;
}
