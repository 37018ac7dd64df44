import type { EmailField as Choice } from '@libs/contract';
import { Radio, Stack } from '@mantine/core';
import { t } from '../../../../messages';

interface Props {
  readonly value: Choice;
  readonly onChange: (value: Choice) => void;
}

const texts = t.form.email;
const CHOICES = ['hidden', 'optional', 'required'] as const;

export function EmailFieldSetting({ value, onChange }: Props) {
  return (
    <Radio.Group
      name="email_field"
      label={texts.label}
      value={value}
      onChange={(choice) => onChange(choice as Choice)}
    >
      <Stack gap="xs" mt={6}>
        {CHOICES.map((choice) => (
          <Radio
            key={choice}
            value={choice}
            label={texts.options[choice].label}
            description={texts.options[choice].hint}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
