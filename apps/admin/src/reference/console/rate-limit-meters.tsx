import type { RateLimitStatus, RateWindow } from '@libs/api-client';
import { Progress } from '@mantine/core';
import { t } from '../../messages';
import styles from './console.module.css';
import { useNow } from './use-now';

const texts = t.docs.console;

interface Props {
  /** Undefined before the first call, null when an answer said nothing about limits. */
  readonly budget: RateLimitStatus | null | undefined;
}

/** What the key has left, as the last answer said, and when it is full again. */
export function RateMeters({ budget }: Props) {
  const now = useNow(budget !== null && budget !== undefined);
  if (!budget) {
    return (
      <div className={styles.meters}>
        <p className={styles.quiet}>{budget === null ? texts.budgetNone : texts.budgetUnknown}</p>
      </div>
    );
  }
  const passed = Math.max(0, Math.floor((now - budget.at.getTime()) / 1000));
  return (
    <div className={styles.meters}>
      {budget.windows.map((window) => (
        <Meter key={window.name} window={window} seconds={window.resetSeconds - passed} />
      ))}
    </div>
  );
}

/** A window that has ended is full: the next one begins with its first request. */
function Meter({ window, seconds }: { readonly window: RateWindow; readonly seconds: number }) {
  const { name, limit } = window;
  const remaining = seconds <= 0 && limit !== null ? limit : window.remaining;
  const share = limit === null ? 100 : (remaining / limit) * 100;
  const words = texts.window(name);
  return (
    <div>
      <div className={styles.meterLine}>
        <span>
          <strong>{texts.left(remaining, limit)}</strong> {words}
        </span>
        <span>{remaining === limit ? texts.full : texts.fullIn(texts.time(Math.max(1, seconds)))}</span>
      </div>
      <Progress.Root size={4}>
        <Progress.Section
          value={share}
          color={share <= 20 ? 'yellow' : undefined}
          aria-label={texts.leftLabel(remaining, limit, words)}
        />
      </Progress.Root>
    </div>
  );
}
