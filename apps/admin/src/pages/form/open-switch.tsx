import { Switch } from '@mantine/core';
import { t } from '../../messages';
import { Section } from '../../ui/section';

interface Props {
  readonly open: boolean;
  readonly onChange: (open: boolean) => void;
}

const texts = t.form.state;

export function OpenSwitch({ open, onChange }: Props) {
  return (
    <Section title={texts.title}>
      <Switch
        name="open"
        label={texts.legend}
        description={open ? texts.open : texts.closed}
        checked={open}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Section>
  );
}
