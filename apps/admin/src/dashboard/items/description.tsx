import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../messages';
import { findDraft, drafts } from './editing/drafts';
import { EditableText } from './editing/editable-text';
import styles from './items.module.css';
import { LinkedText } from './linked-text';
import { useStore } from './store';

/** The description: read as text with its links, edited as text. */
export function Description({ item }: { item: Item }) {
  const hasDraft = findDraft(useStore(drafts), item.id, 'description') !== undefined;
  const [isEditing, setEditing] = useState(false);
  const [shouldFocus, setShouldFocus] = useState(false);
  const edit = () => (setShouldFocus(true), setEditing(true));
  if (isEditing || hasDraft) {
    return (
      <div className={styles.description}>
        <EditableText
          item={item}
          field="description"
          autoFocus={shouldFocus}
          onDone={() => setEditing(false)}
        />
        <p className={styles.hint}>{t.items.saveHint}</p>
      </div>
    );
  }
  return (
    <div className={styles.description}>
      {item.description && (
        // Clicking into the text is a shortcut for those who point; the button beside it is everybody's way.
        <div className={styles.descriptionText} onClick={(event) => startsEditing(event.target) && edit()}>
          <LinkedText text={item.description} />
        </div>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        leftSection={<Pencil size={13} aria-hidden />}
        onClick={edit}
      >
        {item.description ? t.items.editDescription : t.items.addDescription}
      </Button>
    </div>
  );
}

/** Not when a link was meant, nor when somebody has just marked a piece of it to copy. */
function startsEditing(target: EventTarget): boolean {
  return !(target instanceof HTMLAnchorElement) && !getSelection()?.toString();
}
