import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useEraseSubmitter } from '../../../../api/submitters';
import { t } from '../../../../../messages';
import { ConfirmDialog } from '../../../../../ui/forms/confirm-dialog';

const texts = t.settings.personalData;

interface Props {
  readonly email: string;
  readonly onClose: () => void;
  readonly onErased: (items: number) => void;
}

export function EraseDialog({ email, onClose, onErased }: Props) {
  const [deleteItems, setDeleteItems] = useState(false);
  const erase = useEraseSubmitter();
  return (
    <ConfirmDialog
      title={texts.dialog}
      text={texts.body(email)}
      confirm={texts.confirm}
      danger
      action={erase}
      onConfirm={() => erase.mutate({ email, deleteItems }, { onSuccess: onErased })}
      onClose={onClose}
    >
      <Checkbox
        label={texts.deleteItems}
        checked={deleteItems}
        disabled={erase.isPending}
        onChange={(event) => setDeleteItems(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
