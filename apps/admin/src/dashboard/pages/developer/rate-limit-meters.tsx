import type { KeyEntry, KeyWindow } from '@libs/contract';
import { Progress, Stack, Text } from '@mantine/core';
import { t } from '../../../messages';
import styles from './developer.module.css';

const texts = t.developer.keys;

/** What a key has left in its two windows. */
export function Budget({ budget: { hour, minute } }: Pick<KeyEntry, 'budget'>) {
  if (!hour && !minute) {
    return (
      <Text size="sm" c="dimmed">
        {texts.unlimited}
      </Text>
    );
  }
  return (
    <Stack gap={8} className={styles.budget}>
      {hour && <Meter name={texts.hour} window={hour} />}
      {minute && <Meter name={texts.minute} window={minute} />}
    </Stack>
  );
}

function Meter({ name, window }: { readonly name: string; readonly window: KeyWindow }) {
  const { limit, remaining } = window;
  const share = limit === 0 ? 0 : (remaining / limit) * 100;
  return (
    <div>
      <div className={styles.meterLine}>
        <span>
          <span className={styles.figures}>{texts.remaining(remaining, limit)}</span> {name}
        </span>
        {remaining < limit && <span>{texts.reset(untilReset(window))}</span>}
      </div>
      <Progress.Root size={4}>
        <Progress.Section
          value={share}
          color={share <= 20 ? 'yellow' : undefined}
          aria-label={texts.remainingLabel(remaining, limit, name)}
        />
      </Progress.Root>
    </div>
  );
}

function untilReset({ reset_seconds: seconds }: KeyWindow): string {
  return seconds < 60 ? texts.seconds(seconds) : texts.minutes(Math.ceil(seconds / 60));
}
