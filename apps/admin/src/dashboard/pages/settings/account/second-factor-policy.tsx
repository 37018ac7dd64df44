import type { AccountSettings } from '@libs/contract';
import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useChangeAccount } from '../../../api/account';
import { useSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { Section } from '../../../../ui/layout/section';
import { NotConfirmed, useConfirmedAction } from '../reauthenticate';

const texts = t.secondFactor;

/** Whether everyone in the account needs a second factor. */
export function SecondFactorPolicy({ account }: { readonly account: AccountSettings }) {
  const change = useChangeAccount();
  const { data: factor } = useSecondFactor();
  const { dialog, runConfirmed } = useConfirmedAction();
  const [error, setError] = useState<unknown>(null);
  const isRequired = account.require_second_factor;
  const canChange = isRequired || (factor?.active ?? false);
  const toggle = (required: boolean) => {
    setError(null);
    runConfirmed(() => change.mutateAsync({ require_second_factor: required })).catch((reason: unknown) =>
      setError(reason instanceof NotConfirmed ? null : reason),
    );
  };
  return (
    <Section title={texts.title}>
      <Stack gap="xs">
        <Switch
          label={texts.policy.label}
          description={canChange ? texts.policy.hint : texts.policy.first}
          checked={isRequired}
          disabled={!canChange || change.isPending}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errorMessage(error)}
          </Text>
        )}
      </Stack>
      {dialog}
    </Section>
  );
}
