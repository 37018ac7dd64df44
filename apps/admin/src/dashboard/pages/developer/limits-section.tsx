import type { SessionInfo } from '@libs/contract';
import { Group, Stack, Text } from '@mantine/core';
import { t } from '../../../messages';
import { Hint } from '../../../ui/hint';
import { Section } from '../../../ui/layout/section';
import styles from './developer.module.css';

interface Props {
  readonly limits: SessionInfo['limits'];
}

const texts = t.developer.limits;

/** Shows the rate limits of a key: both the hourly and the per-minute limit apply (rate-limits.md 1). */
export function LimitsSection({ limits: { hour, minute } }: Props) {
  const windows = [
    { limit: hour, unit: texts.hour },
    { limit: minute, unit: texts.minute },
  ].filter(({ limit }) => limit !== null);
  return (
    <Section title={texts.title}>
      <Stack gap="sm">
        {windows.length > 0 && (
          <Group gap="xl" component="dl" className={styles.limits}>
            {windows.map(({ limit, unit }) => (
              <div key={unit}>
                <dd>{limit?.toLocaleString('en')}</dd>
                <dt>{unit}</dt>
              </div>
            ))}
          </Group>
        )}
        <Text size="sm">{[texts.off, texts.one, texts.both][windows.length]}</Text>
        {windows.length > 0 && <Hint size="sm">{texts.headers}</Hint>}
      </Stack>
    </Section>
  );
}
