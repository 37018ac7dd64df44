import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useImportCounts, useUndoImport } from '../../../api/import';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';

const texts = t.importing.undo;

export interface UndoResult {
  readonly deleted: number;
  /** Requests of items that the import did not create. */
  readonly requests: number;
  /** Items that were changed after the import. */
  readonly kept: number;
}

interface Props {
  readonly id: string;
  readonly onUndone: (undone: UndoResult) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an import is undone, and whether to delete items that were changed since. */
export function UndoDialog({ id, onUndone, onClose }: Props) {
  const { data: counts, error } = useImportCounts(id);
  const undo = useUndoImport();
  const [withChanged, setWithChanged] = useState(false);
  const deleted = counts ? counts.items - (withChanged ? 0 : counts.changed) : 0;
  return (
    <ConfirmDialog
      title={texts.title}
      text={counts ? texts.body(deleted, counts.requests) : texts.counting}
      confirm={texts.confirm}
      danger
      disabled={counts === undefined && !error}
      action={{ isPending: undo.isPending, error: undo.error ?? error }}
      onConfirm={() =>
        undo.mutate(
          { id, withChanged },
          {
            onSuccess: (undone) => {
              onUndone({ ...undone, kept: withChanged ? 0 : (counts?.changed ?? 0) });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {counts !== undefined && counts.changed > 0 && (
        <Checkbox
          label={texts.changed(counts.changed)}
          description={texts.changedHint(counts.changed)}
          checked={withChanged}
          onChange={({ currentTarget: { checked } }) => setWithChanged(checked)}
        />
      )}
    </ConfirmDialog>
  );
}
