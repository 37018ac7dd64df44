import type { RateLimitStatus, RateWindow } from '@libs/api-client';
import { t } from '../../messages';
import { RateLimitMeter } from '../../ui/charts/rate-limit-meter';
import styles from './console.module.css';
import { useNow } from './use-now';

const texts = t.docs.console;

interface Props {
  /** Undefined before the first request; null if the response had no rate limit headers. */
  readonly rateLimit: RateLimitStatus | null | undefined;
}

/** The key's remaining requests, from the last response, and the time until each quota resets. */
export function RateLimitMeters({ rateLimit }: Props) {
  const now = useNow(rateLimit !== null && rateLimit !== undefined);
  if (!rateLimit) {
    return (
      <div className={styles.meters}>
        <p className={styles.quiet}>{rateLimit === null ? texts.rateLimitNone : texts.rateLimitUnknown}</p>
      </div>
    );
  }
  const elapsedSeconds = Math.max(0, Math.floor((now - rateLimit.at.getTime()) / 1000));
  return (
    <div className={styles.meters}>
      {rateLimit.windows.map((window) => (
        <RateLimitMeter key={window.name} {...meterProps(window, window.resetSeconds - elapsedSeconds)} />
      ))}
    </div>
  );
}

/** After a window ends, the full quota is available: the next window starts with its first request. */
function meterProps({ name, limit, remaining: lastRemaining }: RateWindow, seconds: number) {
  const remaining = seconds <= 0 && limit !== null ? limit : lastRemaining;
  const window = texts.window(name);
  return {
    limit,
    remaining,
    window,
    text: texts.remaining(remaining, limit),
    resetText: remaining === limit ? texts.full : texts.fullIn(texts.time(Math.max(1, seconds))),
    label: texts.leftLabel(remaining, limit, window),
  };
}
