import type { SecondFactorSetup, SecondFactorState } from '@libs/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useBeginSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { lazyDialog } from '../../../../ui/lazy-dialog';
import { Note } from '../../../../ui/states/note';
import { useConfirmedRun, type RunConfirmed } from '../reauthenticate';

const texts = t.secondFactor;
const FEW_CODES = 3;
const SetUpDialog = lazyDialog(async () => (await import('./set-up-dialog')).SetUpDialog);
const RenewDialog = lazyDialog(async () => (await import('./renew-dialog')).RenewDialog);
const TurnOffDialog = lazyDialog(async () => (await import('./turn-off-dialog')).TurnOffDialog);

type OpenDialog = 'renew' | 'turn-off' | SecondFactorSetup;

interface Props {
  readonly state: SecondFactorState;
  readonly runConfirmed: RunConfirmed;
}

/** Turns the second factor on and off. A dialog stays open for the recovery codes, although the state has changed. */
export function SecondFactorControls({ state, runConfirmed }: Props) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { error, run } = useConfirmedRun(runConfirmed);
  const begin = useBeginSecondFactor();
  const close = () => setDialog(null);
  const turnOn = () => run(() => begin.mutateAsync(), setDialog);
  return (
    <Stack gap="md">
      {state.active ? (
        <ActiveState codesLeft={state.recovery_codes_left} onOpen={setDialog} />
      ) : (
        <Group gap="md">
          <Button onClick={turnOn} loading={begin.isPending}>
            {texts.turnOn}
          </Button>
          <Text size="sm" role="status" c={error ? 'var(--mantine-color-error)' : 'dimmed'}>
            {error ? errorMessage(error) : texts.off}
          </Text>
        </Group>
      )}
      {dialog === 'renew' && <RenewDialog runConfirmed={runConfirmed} onClose={close} />}
      {dialog === 'turn-off' && <TurnOffDialog isRequired={state.required} onClose={close} />}
      {dialog !== null && typeof dialog === 'object' && <SetUpDialog setup={dialog} onClose={close} />}
    </Stack>
  );
}

interface ActiveProps {
  readonly codesLeft: number;
  readonly onOpen: (dialog: 'renew' | 'turn-off') => void;
}

function ActiveState({ codesLeft, onOpen }: ActiveProps) {
  return (
    <>
      <Text role="status">
        {texts.on} {texts.codesLeft(codesLeft)}
      </Text>
      {codesLeft <= FEW_CODES && <Note tone="warning">{texts.fewCodes}</Note>}
      <Group gap="sm">
        <Button variant="default" onClick={() => onOpen('renew')}>
          {texts.renew}
        </Button>
        <Button variant="default" onClick={() => onOpen('turn-off')}>
          {texts.turnOff}
        </Button>
      </Group>
    </>
  );
}
