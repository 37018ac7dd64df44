import { Switch } from '@mantine/core';
import { t } from '../../../../messages';
import { useCachedSession } from '../../../api/session';

interface Props {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const texts = t.form.identity;

/** Whether the form needs an identity token (identity.md 7). */
export function IdentitySwitch({ isOn, onChange }: Props) {
  const hasIdentity = useCachedSession()?.has_identity === true;
  return (
    <Switch
      name="require_identity"
      label={texts.label}
      description={hasIdentity ? texts.hint : texts.noKeys}
      checked={isOn}
      disabled={!hasIdentity && !isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
