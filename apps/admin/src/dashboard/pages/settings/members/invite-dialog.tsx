import type { IssuedInvitationEntry, Role } from '@libs/contract';
import { isEmail, trimmed } from '@libs/kernel';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSignUpState } from '../../../api/session';
import { useInvite } from '../../../api/team/members';
import { useRole } from '../../../api/team/role';
import { t } from '../../../../messages';
import { fieldErrors } from '../../../../ui/error-messages';
import { clearError } from '../../../../ui/forms/use-fields';
import { ChoiceField } from '../../../../ui/forms/choice-field';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { ErrorNote } from '../../../../ui/states/error-note';
import { InvitationLink } from './invitation-link';
import { grantableRoles } from './roles';

const texts = t.members.invite;

/** Creates an invitation, and shows its link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedInvitationEntry | null>(null);
  if (issued) return <InvitationLink invitation={issued} onClose={onClose} />;
  return <InviteForm onClose={onClose} onIssued={setIssued} />;
}

interface Props {
  readonly onClose: () => void;
  readonly onIssued: (invitation: IssuedInvitationEntry) => void;
}

function InviteForm({ onClose, onIssued }: Props) {
  const [role, setRole] = useState<Role>('editor');
  const [typed, setTyped] = useState('');
  const [isMalformed, setMalformed] = useState(false);
  const invite = useInvite();
  const roles = grantableRoles(useRole());
  const isMailOn = useSignUpState().data?.mail === true;
  const email = trimmed(typed);
  const submit = () => {
    const isValid = email === '' || isEmail(email);
    setMalformed(!isValid);
    if (isValid) invite.mutate({ role, ...(email && { email }) }, { onSuccess: onIssued });
  };
  const emailError = isMalformed ? texts.malformed : fieldErrors(invite.error)['email'];
  return (
    <FormDialog
      title={texts.title}
      size="lg"
      submit={texts.submit}
      isPending={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label={texts.role}
        value={role}
        values={roles}
        textOf={(each) => ({ ...t.members.roles[each], label: t.members.roles[each].name })}
        onChange={setRole}
        hasFocus
      />
      <TextInput
        label={texts.email}
        description={isMailOn ? texts.emailHintMail : texts.emailHint}
        type="email"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMalformed(false);
          clearError(invite);
        }}
        error={emailError}
      />
      {!emailError && <ErrorNote error={invite.error} />}
    </FormDialog>
  );
}
