import type { IssuedInvitationEntry, Role } from '@libs/contract';
import { isEmail, trimmed } from '@libs/kernel';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useSignUpState } from '../../../api/session';
import { useInvite } from '../../../api/team/members';
import { useRole } from '../../../api/team/role';
import { t } from '../../../../messages';
import { errorMessage, fieldErrors } from '../../../../ui/error-messages';
import { Note } from '../../../../ui/states/note';
import { InvitationLink } from './invitation-link';
import { grantableRoles } from './roles';

const texts = t.members.invite;

/** Creates an invitation, and shows its link once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedInvitationEntry | null>(null);
  if (issued) return <InvitationLink invitation={issued} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg">
      <InviteForm onClose={onClose} onIssued={setIssued} />
    </Modal>
  );
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
  const isMailOn = useSignUpState().data?.mail === true;
  const email = trimmed(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isValid = email === '' || isEmail(email);
    setMalformed(!isValid);
    if (isValid) invite.mutate({ role, ...(email && { email }) }, { onSuccess: onIssued });
  };
  const emailError = isMalformed ? texts.malformed : fieldErrors(invite.error)['email'];
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <RoleField value={role} onChange={setRole} />
        <TextInput
          label={texts.email}
          description={isMailOn ? texts.emailHintMail : texts.emailHint}
          type="email"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMalformed(false);
            invite.reset();
          }}
          error={emailError}
        />
        {invite.error && !emailError && (
          <Note tone="danger" role="alert">
            {errorMessage(invite.error)}
          </Note>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t.ui.cancel}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RoleField({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  return (
    <Radio.Group label={texts.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt={6}>
        {grantableRoles(useRole()).map((role) => (
          <Radio
            key={role}
            value={role}
            label={t.members.roles[role].name}
            description={t.members.roles[role].hint}
            data-autofocus={role === value || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
