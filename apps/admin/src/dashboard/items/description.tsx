import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../messages';
import { findDraft, drafts } from './editing/drafts';
import { EditableText } from './editing/editable-text';
import styles from './items.module.css';
import { LinkedText } from './links/linked-text';
import { useStore } from '../../ui/store';

/** The description: text with links, or an editor. */
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
        // A click on the text is a shortcut for mouse users; the button below works for everyone.
        <div className={styles.descriptionText} onClick={(event) => startsEditing(event.target) && edit()}>
          <LinkedText text={item.description} />
        </div>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        leftSection={<Pencil size={13} />}
        onClick={edit}
      >
        {item.description ? t.items.editDescription : t.items.addDescription}
      </Button>
    </div>
  );
}

/** False if the click was on a link or ended a text selection. */
function startsEditing(target: EventTarget): boolean {
  return !(target instanceof HTMLAnchorElement) && !getSelection()?.toString();
}
