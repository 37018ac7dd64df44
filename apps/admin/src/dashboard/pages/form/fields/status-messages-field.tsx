import { STATUS_MESSAGES, type StatusMessages } from '@libs/contract';
import { t } from '../../../../messages';
import { ChoiceField } from '../../../../ui/forms/choice-field';
import { useSignUpState } from '../../../api/session';

interface Props {
  readonly value: StatusMessages;
  readonly onChange: (value: StatusMessages) => void;
}

const texts = t.form.statusMessages;

/** Whether people who follow an item are told of its new status (status-messages.md 6). */
export function StatusMessagesField(props: Props) {
  const hasMail = useSignUpState().data?.mail !== false;
  return (
    <ChoiceField
      {...props}
      name="status_messages"
      label={texts.label}
      description={hasMail ? texts.hint : texts.noMail}
      values={STATUS_MESSAGES}
      textOf={(choice) => texts.options[choice]}
    />
  );
}
