import type { AccountSettings } from '@libs/contract';
import { Progress, Stack, Text } from '@mantine/core';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { ErrorText } from '../../../../ui/states/error-text';

const texts = t.settings.storage;

/** How much the account has stored, of how much it may store. */
export function StorageSection({ account: { storage } }: { readonly account: AccountSettings }) {
  const { used_bytes: used, limit_bytes: limit } = storage;
  if (limit === null) return null;
  const isFull = used >= limit;
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Stack gap="xs">
        <Progress
          value={Math.min(100, (used / limit) * 100)}
          color={isFull ? 'red' : undefined}
          aria-label={texts.title}
        />
        <Text size="sm">{texts.used(used, limit)}</Text>
        {isFull && <ErrorText>{texts.full}</ErrorText>}
      </Stack>
    </Section>
  );
}
