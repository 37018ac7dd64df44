import type { Data, SecondStepBody, SessionInfo } from '@libs/contract';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { required } from '../../../ui/forms/required';
import { useFields } from '../../../ui/forms/use-fields';
import { ErrorNote } from '../../../ui/states/error-note';

interface Props {
  /** Sends the code. */
  readonly complete: UseMutationResult<Data<SessionInfo>, Error, SecondStepBody>;
  readonly challenge: string;
  readonly onSignedIn: (session: SessionInfo) => void;
  /** Goes back to the password. */
  readonly onRestart: (error: Error | null) => void;
}

const texts = t.signIn.secondStep;

/** Asks for a code of the authenticator app, or for a recovery code. */
export default function SecondStepForm({ complete, challenge, onSignedIn, onRestart }: Props) {
  const [usesRecovery, setUsesRecovery] = useState(false);
  const form = useFields({ code: '' }, required({ code: texts.missing }));
  const submit = form.submit(() =>
    complete.mutate(
      { challenge, code: form.values.code },
      {
        onSuccess: ({ data }) => onSignedIn(data),
        onError: (error) => {
          if (hasCode(error, 'challenge_expired')) onRestart(error);
          else if (hasCode(error, 'invalid_code')) form.setErrors({ code: errorMessage(error) });
        },
      },
    ),
  );
  const toggle = () => {
    setUsesRecovery(!usesRecovery);
    form.reset();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{usesRecovery ? texts.recoveryLead : texts.lead}</Text>
        {!hasCode(complete.error, 'invalid_code') && <ErrorNote error={complete.error} />}
        <TextInput
          key={String(usesRecovery)}
          {...form.input('code')}
          label={usesRecovery ? texts.recoveryCode : texts.code}
          name="one-time-code"
          autoComplete={usesRecovery ? 'off' : 'one-time-code'}
          inputMode={usesRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          data-autofocus
          required
        />
        <Button type="submit" loading={complete.isPending} fullWidth>
          {texts.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={toggle}>
          {usesRecovery ? texts.useApp : texts.useRecovery}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={() => onRestart(null)}>
          {texts.back}
        </Anchor>
      </Stack>
    </form>
  );
}

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
