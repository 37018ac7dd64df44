import type { KeyEntry, KeyWindow } from '@libs/contract';
import { Stack } from '@mantine/core';
import { t } from '../../../messages';
import { Hint } from '../../../ui/hint';
import { RateLimitMeter } from '../../../ui/charts/rate-limit-meter';
import styles from './developer.module.css';

const texts = t.developer.keys;

/** The remaining requests of a key, per hour and per minute. */
export function RateLimitMeters({ budget: { hour, minute } }: Pick<KeyEntry, 'budget'>) {
  if (!hour && !minute) {
    return <Hint size="sm">{texts.unlimited}</Hint>;
  }
  return (
    <Stack gap={8} className={styles.budget}>
      {hour && <RateLimitMeter {...meterProps(texts.hour, hour)} />}
      {minute && <RateLimitMeter {...meterProps(texts.minute, minute)} />}
    </Stack>
  );
}

const meterProps = (window: string, policy: KeyWindow) => {
  const { limit, remaining } = policy;
  return {
    limit,
    remaining,
    window,
    text: texts.remaining(remaining, limit),
    resetText: remaining < limit ? texts.reset(untilReset(policy)) : null,
    label: texts.remainingLabel(remaining, limit, window),
  };
};

function untilReset({ reset_seconds: seconds }: KeyWindow): string {
  return seconds < 60 ? texts.seconds(seconds) : texts.minutes(Math.ceil(seconds / 60));
}
