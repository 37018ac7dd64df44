import type { KeyEntry, KeyWindow } from '@libs/contract';
import { Progress, Stack, Text } from '@mantine/core';
import { t } from '../../../messages';
import styles from './developer.module.css';

const texts = t.developer.keys;

/** What a key has left in its two windows. */
export function RateLimitMeters({ budget: { hour, minute } }: Pick<KeyEntry, 'budget'>) {
  if (!hour && !minute) {
    return (
      <Text size="sm" c="dimmed">
        {texts.unlimited}
      </Text>
    );
  }
  return (
    <Stack gap={8} className={styles.budget}>
      {hour && <RateLimitMeter name={texts.hour} policy={hour} />}
      {minute && <RateLimitMeter name={texts.minute} policy={minute} />}
    </Stack>
  );
}

function RateLimitMeter({ name, policy }: { readonly name: string; readonly policy: KeyWindow }) {
  const { limit, remaining } = policy;
  const percent = limit === 0 ? 0 : (remaining / limit) * 100;
  return (
    <div>
      <div className={styles.meterLine}>
        <span>
          <span className={styles.figures}>{texts.remaining(remaining, limit)}</span> {name}
        </span>
        {remaining < limit && <span>{texts.reset(untilReset(policy))}</span>}
      </div>
      <Progress.Root size={4}>
        <Progress.Section
          value={percent}
          color={percent <= 20 ? 'yellow' : undefined}
          aria-label={texts.remainingLabel(remaining, limit, name)}
        />
      </Progress.Root>
    </div>
  );
}

function untilReset({ reset_seconds: seconds }: KeyWindow): string {
  return seconds < 60 ? texts.seconds(seconds) : texts.minutes(Math.ceil(seconds / 60));
}
