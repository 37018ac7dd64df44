import { Switch } from '@mantine/core';
import { t } from '../../../../messages';
import { usePerson } from '../../../api/account';
import { useSignUpState } from '../../../api/session';

interface Props {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const texts = t.form.receipts;

/** What people who give their address get (following.md 3). */
export function ReceiptsSwitch({ isOn, onChange }: Props) {
  const hasMail = useSignUpState().data?.mail !== false;
  const isUnconfirmed = usePerson().data?.email_confirmed === false;
  const hint = isUnconfirmed ? texts.unconfirmed : texts.hint;
  return (
    <Switch
      name="receipts"
      label={texts.label}
      description={hasMail ? hint : texts.noMail}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
