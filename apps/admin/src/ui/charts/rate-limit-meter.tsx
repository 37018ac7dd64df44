import { Progress } from '@mantine/core';
import styles from './rate-limit-meter.module.css';

interface Props {
  /** Null: unlimited. */
  readonly limit: number | null;
  readonly remaining: number;
  /** For example "58 of 60". */
  readonly text: string;
  /** For example "this minute". */
  readonly window: string;
  readonly resetText: string | null;
  /** Read by screen readers instead of the bar. */
  readonly label: string;
}

/** The requests that one window of a rate limit still allows. */
export function RateLimitMeter({ limit, remaining, text, window, resetText, label }: Props) {
  const percent = limit === null ? 100 : limit === 0 ? 0 : (remaining / limit) * 100;
  return (
    <div>
      <div className={styles.line}>
        <span>
          <strong>{text}</strong> {window}
        </span>
        {resetText !== null && <span>{resetText}</span>}
      </div>
      <Progress.Root size={4}>
        <Progress.Section value={percent} color={percent <= 20 ? 'yellow' : undefined} aria-label={label} />
      </Progress.Root>
    </div>
  );
}
