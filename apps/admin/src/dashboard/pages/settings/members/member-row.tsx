import type { MemberEntry, Role, SessionInfo } from '@libs/contract';
import { Button } from '@mantine/core';
import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useChangeRole } from '../../../api/team/members';
import { mayDo } from '../../../api/team/role';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { Avatar } from '../../../../ui/avatar/avatar';
import { errorMessage } from '../../../../ui/error-messages';
import { IconButton } from '../../../../ui/icon-button';
import { RowText } from '../../../../ui/layout/list';
import { Pill } from '../../../../ui/badges/pill';
import { notify } from '../../../items/notices';
import { MemberDialog, type MemberQuestion } from './member-dialog';
import styles from './members.module.css';
import { RoleSelect } from './role-select';
import { canManage, grantableRoles, roleQuestion } from './roles';

const texts = t.members;

interface Props {
  readonly member: MemberEntry;
  readonly isOnlyOwner: boolean;
  readonly session: SessionInfo;
}

/** A member with the role, which those who may can change, and a button to remove the member or to leave. */
export function MemberRow({ member, isOnlyOwner, session }: Props) {
  const { name, email, role } = member;
  const isSelf = member.id === session.person.id;
  const [question, setQuestion] = useState<MemberQuestion | null>(null);
  const change = useChangeRole();
  const isManaged = canManage(session.role, role);
  const save = (to: Role) =>
    change.mutate(
      { id: member.id, role: to },
      {
        onSuccess: () => {
          setQuestion(null);
          notify({ text: texts.changed(name, texts.roles[to].name) });
        },
        onError: (error) => {
          // The dialog shows the error itself.
          if (!question)
            notify({ title: texts.changeFailed(name), text: errorMessage(error), isError: true });
        },
      },
    );
  const choose = (to: Role) => {
    const kind = roleQuestion({ isSelf, from: role, to });
    change.reset();
    if (kind) setQuestion({ kind, to });
    else save(to);
  };
  return (
    <li className={styles.member}>
      <Avatar name={name} size={32} />
      <RowText
        title={
          <>
            {name} {isSelf && <Pill tone="info">{texts.you}</Pill>}
          </>
        }
      >
        {email}
        {isSelf && isOnlyOwner && <div>{texts.leave.onlyOwner}</div>}
      </RowText>
      {isManaged ? (
        <RoleSelect
          label={texts.roleOf(name)}
          role={change.isPending ? change.variables.role : role}
          roles={grantableRoles(session.role)}
          onChoose={choose}
        />
      ) : (
        <Hint size="sm" className={styles.role} title={texts.roles[role].hint}>
          {texts.roles[role].name}
        </Hint>
      )}
      {!isSelf && mayDo(session.role, 'account.manage') && (
        <IconButton
          variant="default"
          size={30}
          label={texts.reset.label(name)}
          tooltip={texts.reset.open}
          icon={ShieldOff}
          onClick={() => setQuestion({ kind: 'reset' })}
        />
      )}
      {(isManaged || isSelf) && !isOnlyOwner && (
        <Button
          size="xs"
          variant="default"
          className={styles.action}
          aria-label={isSelf ? undefined : texts.remove.label(name)}
          onClick={() => setQuestion(isSelf ? { kind: 'leave' } : { kind: 'remove' })}
        >
          {isSelf ? texts.leave.open : texts.remove.open}
        </Button>
      )}
      {question && (
        <MemberDialog
          question={question}
          member={member}
          accountName={session.account.name}
          change={change}
          onChange={save}
          onClose={() => setQuestion(null)}
        />
      )}
    </li>
  );
}
