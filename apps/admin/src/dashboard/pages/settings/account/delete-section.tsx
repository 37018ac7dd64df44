import type { AccountSettings } from '@libs/contract';
import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ACCOUNT_EXPORT_URL, useDeleteAccount, useReauthenticate } from '../../../api/account';
import { signedInFlag } from '../../../api/signed-in-flag';
import { rememberDeletedAccount } from '../../../shell/accounts/deleted-account';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { PasswordField } from '../../../../ui/forms/password-field';
import { useReturnFocus } from '../../../../ui/forms/use-return-focus';
import { Section } from '../../../../ui/layout/section';
import { errorMessage } from '../../../../ui/error-messages';
import { passwordError } from '../reauthenticate';

const texts = t.settings.remove;

interface Props {
  readonly account: AccountSettings;
}

export function DeleteSection({ account }: Props) {
  const [opened, setOpened] = useState(false);
  useReturnFocus(opened);
  return (
    <Section title={texts.title} hint={texts.hint} danger>
      <Button color="red" variant="outline" onClick={() => setOpened(true)}>
        {texts.open}
      </Button>
      {opened && <DeleteDialog account={account} onClose={() => setOpened(false)} />}
    </Section>
  );
}

/** Requires the slug and the password, to prevent accidental deletion. */
function DeleteDialog({ account: { name, slug }, onClose }: Props & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const reauthenticate = useReauthenticate();
  const remove = useDeleteAccount();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (typed !== slug || password === '') return;
    reauthenticate.mutate(password, {
      onSuccess: () =>
        remove.mutate(undefined, { onSuccess: (session) => leaveDashboard(name, session !== undefined) }),
    });
  };

  return (
    <Modal opened onClose={onClose} title={texts.dialog(name)}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Note tone="danger">{texts.body}</Note>
          <Anchor href={ACCOUNT_EXPORT_URL} download size="sm">
            {texts.exportFirst}
          </Anchor>
          <TextInput
            label={texts.slug(slug)}
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isSubmitted && typed !== slug && texts.slugWrong(slug)}
          />
          <PasswordField
            label={texts.password}
            name="current-password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={passwordError(isSubmitted && password === '', reauthenticate.error)}
          />
          {remove.error && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {errorMessage(remove.error)}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" color="red" loading={reauthenticate.isPending || remove.isPending}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Loads a new page, so that no account data stays in memory. */
function leaveDashboard(accountName: string, isSignedIn: boolean): void {
  if (isSignedIn) {
    rememberDeletedAccount(accountName);
    window.location.assign('/app/inbox');
    return;
  }
  signedInFlag.clear();
  window.location.assign('/app/sign-up?farewell');
}
