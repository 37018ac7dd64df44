import { OVERLAPS_SECONDS, type KeyEntry, type Overlap } from '@libs/contract';
import { useState } from 'react';
import { useRotateKey } from '../../../api/api-keys';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { ChoiceField } from '../../../../ui/forms/choice-field';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { formatDateTime } from '../../../../ui/time/format-time';
import type { Issued } from './issued-dialog';
import { KEY_ERRORS } from './key-errors';

interface Props {
  readonly entry: KeyEntry;
  readonly onClose: () => void;
  readonly onIssued: (issued: Issued) => void;
}

const texts = t.developer.rotate;

export function RotateDialog({ entry, onClose, onIssued }: Props) {
  const [overlap, setOverlap] = useState<Overlap>(86400);
  const rotate = useRotateKey();
  const submit = () => {
    rotate.mutate({ id: entry.id, overlap }, { onSuccess: (key) => onIssued({ key, replacedId: entry.id }) });
  };

  return (
    <ConfirmDialog
      title={texts.title(entry.name)}
      text={texts.body}
      confirm={texts.submit}
      action={rotate}
      errorTexts={KEY_ERRORS}
      onConfirm={submit}
      onClose={onClose}
    >
      <ChoiceField
        label={texts.overlap}
        value={overlap}
        values={OVERLAPS_SECONDS}
        textOf={(seconds) => texts.overlaps[seconds]}
        onChange={setOverlap}
      />
      {entry.expires_at && <Hint size="sm">{texts.endsEarlier(formatDateTime(entry.expires_at))}</Hint>}
    </ConfirmDialog>
  );
}
