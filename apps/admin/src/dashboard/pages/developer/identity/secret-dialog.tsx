import { t } from '../../../../messages';
import { ValueField } from '../../../../ui/code/value-field';
import { ShownOnceDialog } from '../../../../ui/forms/shown-once-dialog';
import { Note } from '../../../../ui/states/note';

interface Props {
  readonly secret: string;
  readonly onClose: () => void;
}

const texts = t.identity.secret;

/** Shows a secret that the service made, once. */
export function SecretDialog({ secret, onClose }: Props) {
  return (
    <ShownOnceDialog
      title={texts.title}
      size="lg"
      body={texts.body}
      done={texts.stored}
      texts={texts}
      onLeave={onClose}
    >
      <ValueField label={texts.label} value={secret} copyLabel={texts.copy} />
      <Note tone="warning">{texts.warning}</Note>
    </ShownOnceDialog>
  );
}
