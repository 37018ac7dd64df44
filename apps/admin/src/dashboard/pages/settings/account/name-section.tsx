import { ACCOUNT_NAME_MAX, type AccountSettings } from '@libs/contract';
import { Text } from '@mantine/core';
import { useChangeAccount } from '../../../api/account';
import { useMayDo } from '../../../api/team/role';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { NameForm } from '../name-form';

const texts = t.settings.account;

/** The name of the account, which owners can change. */
export function NameSection({ account }: { readonly account: AccountSettings }) {
  const change = useChangeAccount();
  const mayChange = useMayDo('account.manage');
  if (!mayChange) {
    return (
      <Section title={texts.title} hint={texts.ownersOnly}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {account.name}
        </Text>
      </Section>
    );
  }
  return (
    <NameForm
      texts={texts}
      name={account.name}
      max={ACCOUNT_NAME_MAX}
      autoComplete="organization"
      change={change}
      onSubmit={(name, onSaved) => change.mutate({ name }, { onSuccess: onSaved })}
    />
  );
}
