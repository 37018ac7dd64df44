import type { AccountSettings } from '@libs/contract';
import { Stack, Switch } from '@mantine/core';
import { useChangeAccount } from '../../../api/account';
import { useSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { ErrorText } from '../../../../ui/states/error-text';
import { useConfirmedAction, useConfirmedRun } from '../reauthenticate';

const texts = t.secondFactor;

/** Whether everyone in the account needs a second factor. */
export function SecondFactorPolicy({ account }: { readonly account: AccountSettings }) {
  const change = useChangeAccount();
  const { data: factor } = useSecondFactor();
  const { dialog, runConfirmed } = useConfirmedAction();
  const { error, run } = useConfirmedRun(runConfirmed);
  const isRequired = account.require_second_factor;
  const canChange = isRequired || (factor?.active ?? false);
  const toggle = (required: boolean) => run(() => change.mutateAsync({ require_second_factor: required }));
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
        <ErrorText error={error} />
      </Stack>
      {dialog}
    </Section>
  );
}
