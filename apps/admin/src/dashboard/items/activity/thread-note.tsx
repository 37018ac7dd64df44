import type { ItemNote } from '@libs/contract';
import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../messages';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';
import { RelativeTime } from '../../../ui/time/relative-time';
import { useMayDo } from '../../api/team/role';
import { announce } from '../announcer';
import { LinkedText } from '../links/linked-text';
import { useRemoveNote } from './activity-queries';
import styles from './activity.module.css';

const texts = t.activity.note;

interface Props {
  readonly itemId: string;
  readonly note: ItemNote;
  readonly author: string;
  /** Who moved the note from another product; null for a note that was written here. */
  readonly addedBy: string | null;
  /** Whether the link of the page opens at this note. */
  readonly isLinked: boolean;
}

/** A note, with a button to delete it. */
export function ThreadNote({ itemId, note, author, addedBy, isLinked }: Props) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [isLinked]);
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveNote(itemId);
  const mayRemove = useMayDo('items.change');
  const confirm = () =>
    remove.mutate(note.id, {
      onSuccess: () => {
        setAsking(false);
        announce(texts.removed);
      },
    });
  return (
    <li
      ref={row}
      className={styles.note}
      data-linked={isLinked || undefined}
      tabIndex={isLinked ? -1 : undefined}
    >
      <div className={styles.noteHead}>
        <div className={styles.noteSource}>
          <span className="visually-hidden">{texts.wrote}: </span>
          <strong>{author}</strong>
          <span className={styles.time}>
            <RelativeTime value={note.created_at} />
          </span>
          {addedBy !== null && <span className={styles.time}>{texts.imported(addedBy)}</span>}
        </div>
        {mayRemove && (
          <ActionIcon size={28} aria-label={texts.remove} onClick={() => setAsking(true)}>
            <Trash2 size={14} />
          </ActionIcon>
        )}
      </div>
      <div className={styles.noteText}>
        <LinkedText text={note.text} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={texts.removeText}
          confirm={texts.remove}
          danger
          action={remove}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
