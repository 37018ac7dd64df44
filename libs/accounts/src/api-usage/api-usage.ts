/** How a request of an API key ended (api-keys.md 8). */
export type Outcome = 'accepted' | 'rateLimited' | 'failed';

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** The requests of a key on one day. */
export interface DailyRequests extends OutcomeCounts {
  readonly keyId: string;
  /** A day in UTC: `2026-03-03`. */
  readonly date: string;
}

/** Returns the outcome for the status of a response; 499 if the client closed the connection before it. */
export function outcomeOf(status: number): Outcome {
  if (status === 429) return 'rateLimited';
  return status >= 400 ? 'failed' : 'accepted';
}

const DAY_MS = 86_400_000;

/** Returns the day of a time, in UTC. */
export const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Returns the day that is this many days before the day of `now`. */
export const dateBefore = (now: Date, days: number): string => dateOf(now.getTime() - days * DAY_MS);

/** Returns the first millisecond of the day of a time and of the next day, in UTC. */
export function boundsOfDay(milliseconds: number): readonly [start: number, end: number] {
  const start = Math.floor(milliseconds / DAY_MS) * DAY_MS;
  return [start, start + DAY_MS];
}
