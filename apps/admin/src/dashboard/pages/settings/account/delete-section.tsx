import type { AccountSettings } from '@libs/contract';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ACCOUNT_EXPORT_URL, useDeleteAccount, useReauthenticate } from '../../../api/account';
import { signedInAccount } from '../../../api/requests/early';
import { rememberDeletedAccount } from '../../../shell/accounts/deleted-account';
import { t } from '../../../../messages';
import { ErrorText } from '../../../../ui/states/error-text';
import { Note } from '../../../../ui/states/note';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { PasswordField } from '../../../../ui/forms/password-field';
import { Section } from '../../../../ui/layout/section';
import { passwordError } from '../reauthenticate';

const texts = t.settings.remove;

interface Props {
  readonly account: AccountSettings;
}

export function DeleteSection({ account }: Props) {
  const [opened, setOpened] = useState(false);
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
  const submit = () => {
    setSubmitted(true);
    if (typed !== slug || password === '') return;
    reauthenticate.mutate(password, {
      onSuccess: () =>
        remove.mutate(undefined, { onSuccess: (session) => leaveDashboard(name, session !== undefined) }),
    });
  };

  return (
    <FormDialog
      title={texts.dialog(name)}
      submit={texts.confirm}
      cancel={texts.cancel}
      danger
      isPending={reauthenticate.isPending || remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
      <ErrorText error={remove.error} />
    </FormDialog>
  );
}

/** Loads a new page, so that no account data stays in memory. */
function leaveDashboard(accountName: string, isSignedIn: boolean): void {
  if (isSignedIn) {
    rememberDeletedAccount(accountName);
    window.location.assign('/app/inbox');
    return;
  }
  signedInAccount.clear();
  window.location.assign('/app/sign-up?farewell');
}
