import type { AccountSettings } from '@libs/contract';
import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useChangeAccount } from '../../../api/account';
import { useSession } from '../../../api/session';
import { useSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { Section } from '../../../../ui/layout/section';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { NotConfirmed, type RunConfirmed } from '../reauthenticate';
import { SecondFactorControls } from './controls';

const texts = t.secondFactor;

interface Props {
  readonly account: AccountSettings;
  readonly runConfirmed: RunConfirmed;
}

export function SecondFactorSection({ account, runConfirmed }: Props) {
  const { data: state, error, refetch } = useSecondFactor();
  const isOwner = useSession().data?.role === 'owner';
  return (
    <Section title={texts.title} hint={texts.hint}>
      {state ? (
        <Stack gap="lg">
          <SecondFactorControls state={state} runConfirmed={runConfirmed} />
          {isOwner && <Policy account={account} canRequire={state.active} runConfirmed={runConfirmed} />}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={texts.loading} rows={2} />
      )}
    </Section>
  );
}

/** Whether everyone in the account needs a second factor. */
function Policy({ account, canRequire, runConfirmed }: Props & { readonly canRequire: boolean }) {
  const change = useChangeAccount();
  const [error, setError] = useState<unknown>(null);
  const isRequired = account.require_second_factor;
  const toggle = (required: boolean) => {
    setError(null);
    runConfirmed(() => change.mutateAsync({ require_second_factor: required })).catch((reason: unknown) =>
      setError(reason instanceof NotConfirmed ? null : reason),
    );
  };
  return (
    <Stack gap="xs">
      <Switch
        label={texts.policy.label}
        description={canRequire || isRequired ? texts.policy.hint : texts.policy.first}
        checked={isRequired}
        disabled={(!canRequire && !isRequired) || change.isPending}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorMessage(error)}
        </Text>
      )}
    </Stack>
  );
}
