import type { RateLimitStatus, RateWindow } from '@libs/api-client';
import { Progress } from '@mantine/core';
import { t } from '../../messages';
import styles from './console.module.css';
import { useNow } from './use-now';

const texts = t.docs.console;

interface Props {
  /** Undefined before the first call, null when an answer said nothing about limits. */
  readonly rateLimit: RateLimitStatus | null | undefined;
}

/** What the key has left, as the last answer said, and when it is full again. */
export function RateLimitMeters({ rateLimit }: Props) {
  const now = useNow(rateLimit !== null && rateLimit !== undefined);
  if (!rateLimit) {
    return (
      <div className={styles.meters}>
        <p className={styles.quiet}>{rateLimit === null ? texts.budgetNone : texts.budgetUnknown}</p>
      </div>
    );
  }
  const elapsedSeconds = Math.max(0, Math.floor((now - rateLimit.at.getTime()) / 1000));
  return (
    <div className={styles.meters}>
      {rateLimit.windows.map((window) => (
        <RateLimitMeter key={window.name} window={window} seconds={window.resetSeconds - elapsedSeconds} />
      ))}
    </div>
  );
}

/** A window that has ended is full: the next one begins with its first request. */
function RateLimitMeter({ window, seconds }: { readonly window: RateWindow; readonly seconds: number }) {
  const { name, limit } = window;
  const remaining = seconds <= 0 && limit !== null ? limit : window.remaining;
  const percent = limit === null ? 100 : (remaining / limit) * 100;
  const windowText = texts.window(name);
  return (
    <div>
      <div className={styles.meterLine}>
        <span>
          <strong>{texts.left(remaining, limit)}</strong> {windowText}
        </span>
        <span>{remaining === limit ? texts.full : texts.fullIn(texts.time(Math.max(1, seconds)))}</span>
      </div>
      <Progress.Root size={4}>
        <Progress.Section
          value={percent}
          color={percent <= 20 ? 'yellow' : undefined}
          aria-label={texts.leftLabel(remaining, limit, windowText)}
        />
      </Progress.Root>
    </div>
  );
}
