import type { IssuedInvitationEntry } from '@libs/contract';
import { t } from '../../../../messages';
import { ValueField } from '../../../../ui/code/value-field';
import { ShownOnceDialog } from '../../../../ui/forms/shown-once-dialog';
import { Note } from '../../../../ui/states/note';

const texts = t.members.issued;

interface Props {
  readonly invitation: IssuedInvitationEntry;
  readonly onClose: () => void;
}

/** The link of a new invitation, which is shown once. */
export function InvitationLink({ invitation: { url, role, email, sent }, onClose }: Props) {
  const roleName = t.members.roles[role].name;
  return (
    <ShownOnceDialog
      title={texts.title}
      size="lg"
      body={sent && email !== null ? texts.sent(email, roleName) : texts.body(email, roleName)}
      done={texts.done}
      texts={texts}
      onLeave={onClose}
    >
      <ValueField label={texts.link} value={url} copyLabel={texts.copy} />
      <Note tone="info">{texts.rules}</Note>
    </ShownOnceDialog>
  );
}
