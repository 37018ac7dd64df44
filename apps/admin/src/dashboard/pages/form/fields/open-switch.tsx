import { Switch } from '@mantine/core';
import { t } from '../../../../messages';

interface Props {
  readonly open: boolean;
  readonly onChange: (open: boolean) => void;
}

const texts = t.form.state;

export function OpenSwitch({ open, onChange }: Props) {
  return (
    <Switch
      name="open"
      label={texts.legend}
      description={open ? texts.open : texts.closed}
      checked={open}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
