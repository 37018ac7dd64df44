import type { EmailField as Choice } from '@libs/contract';
import { t } from '../../../../messages';
import { ChoiceField } from '../../../../ui/forms/choice-field';

interface Props {
  readonly value: Choice;
  readonly onChange: (value: Choice) => void;
}

const texts = t.form.email;

export const EmailFieldSetting = (props: Props) => (
  <ChoiceField
    {...props}
    name="email_field"
    label={texts.label}
    values={['hidden', 'optional', 'required']}
    textOf={(choice) => texts.options[choice]}
  />
);
