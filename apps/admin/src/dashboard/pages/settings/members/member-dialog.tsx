import type { MemberEntry, Role } from '@libs/contract';
import { ApiError } from '../../../api/requests/client';
import {
  type useChangeRole,
  useLeaveAccount,
  useRemoveMember,
  useResetSecondFactor,
} from '../../../api/team/members';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { notify } from '../../../items/notices';
import { useConfirmedAction } from '../reauthenticate';

const texts = t.members;

export type MemberQuestion =
  | { readonly kind: 'remove' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'own' | 'owner'; readonly to: Role };

interface Props {
  readonly question: MemberQuestion;
  readonly member: MemberEntry;
  readonly accountName: string;
  readonly change: ReturnType<typeof useChangeRole>;
  readonly onChange: (role: Role) => void;
  readonly onClose: () => void;
}

/** Asks before a change that the person can't take back. */
export function MemberDialog({ question, ...props }: Props) {
  if (question.kind === 'leave') return <LeaveDialog {...props} />;
  if (question.kind === 'remove') return <RemoveDialog {...props} />;
  if (question.kind === 'reset') return <ResetDialog {...props} />;
  const { member, change, onChange, onClose } = props;
  const { title, body, confirm } = texts.questions[question.kind];
  return (
    <ConfirmDialog
      title={title(member.name)}
      text={body(texts.roles[question.to].name)}
      confirm={confirm}
      action={change}
      onConfirm={() => onChange(question.to)}
      onClose={onClose}
    />
  );
}

type DialogProps = Omit<Props, 'question'>;

function RemoveDialog({ member: { id, name }, accountName, onClose }: DialogProps) {
  const remove = useRemoveMember();
  return (
    <ConfirmDialog
      title={texts.remove.title(name)}
      text={texts.remove.body(name, accountName)}
      confirm={texts.remove.confirm}
      danger
      action={remove}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            notify({ text: texts.remove.done(name, accountName) });
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** Resets the second factor. The service asks for the password again. */
function ResetDialog({ member: { id, name }, onClose }: DialogProps) {
  const reset = useResetSecondFactor();
  const { dialog, runConfirmed } = useConfirmedAction();
  const confirm = () =>
    runConfirmed(() => reset.mutateAsync(id)).then(
      () => {
        onClose();
        notify({ text: texts.reset.done(name) });
      },
      // The dialog shows the error, and stays open if the person closes the one for the password.
      () => {},
    );
  return (
    <>
      <ConfirmDialog
        title={texts.reset.title(name)}
        text={texts.reset.body(name)}
        confirm={texts.reset.confirm}
        danger
        action={{ isPending: reset.isPending, error: needsPassword(reset.error) ? null : reset.error }}
        errorTexts={texts.reset.errors}
        onConfirm={() => void confirm()}
        onClose={onClose}
      />
      {dialog}
    </>
  );
}

const needsPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'reauthentication_required';

function LeaveDialog({ accountName, onClose }: DialogProps) {
  const leave = useLeaveAccount();
  return (
    <ConfirmDialog
      title={texts.leave.title(accountName)}
      text={texts.leave.body(accountName)}
      confirm={texts.leave.confirm}
      danger
      action={leave}
      // The session has ended. A reload clears the data of this account from memory.
      onConfirm={() => leave.mutate(undefined, { onSuccess: () => window.location.assign('/app/sign-in') })}
      onClose={onClose}
    />
  );
}
