import type { ItemNote } from '@libs/contract';
import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../messages';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';
import { useReturnFocus } from '../../../ui/forms/use-return-focus';
import { RelativeTime } from '../../../ui/relative-time';
import { useMayDo } from '../../api/team/role';
import { announce } from '../announcer';
import { LinkedText } from '../linked-text';
import { useRemoveNote } from './activity-queries';
import styles from './activity.module.css';

const texts = t.activity.note;

interface Props {
  readonly itemId: string;
  readonly note: ItemNote;
  readonly author: string;
}

/** A note, with a button to delete it. */
export function ThreadNote({ itemId, note, author }: Props) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveNote(itemId);
  const mayRemove = useMayDo('items.change');
  useReturnFocus(isAsking);
  const confirm = () =>
    remove.mutate(note.id, {
      onSuccess: () => {
        setAsking(false);
        announce(texts.removed);
      },
    });
  return (
    <li className={styles.note}>
      <div className={styles.noteHead}>
        <span className="visually-hidden">{texts.wrote}: </span>
        <strong>{author}</strong>
        <span className={styles.time}>
          <RelativeTime value={note.created_at} />
        </span>
        {mayRemove && (
          <ActionIcon
            className={styles.remove}
            variant="subtle"
            color="gray"
            size={28}
            aria-label={texts.remove}
            onClick={() => setAsking(true)}
          >
            <Trash2 size={14} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={styles.noteText}>
        <LinkedText text={note.text} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirm={texts.remove}
          danger
          busy={remove.isPending}
          error={remove.error}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </li>
  );
}
