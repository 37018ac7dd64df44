const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Waits before the second and later attempts: 75.6 hours in total (webhooks.md 2). */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Waits differ by up to this share, so that deliveries that failed together are not repeated together. */
const JITTER = 0.2;
const RETRY_AFTER_MAX = DAY;

/**
 * Returns the time of the next attempt; null after the last one.
 * @param attempts the number of attempts so far, the failed one included
 * @param random from 0 to 1
 * @param retryAfterSeconds what the endpoint asked for. Can lengthen the wait, up to 24 hours.
 */
export function nextAttemptAt(
  attempts: number,
  now: Date,
  random: number,
  retryAfterSeconds: number | null = null,
): Date | null {
  const wait = WAITS[attempts - 1];
  if (wait === undefined) return null;
  const jittered = wait * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min((retryAfterSeconds ?? 0) * SECOND, RETRY_AFTER_MAX);
  return new Date(now.getTime() + Math.max(jittered, asked));
}
