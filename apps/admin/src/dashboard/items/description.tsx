import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../messages';
import { draftOf, drafts } from './editing/drafts';
import { EditableText } from './editing/editable-text';
import classes from './items.module.css';
import { LinkedText } from './linked-text';
import { useStore } from './store';

/** The description: read as text with its links, edited as text. */
export function Description({ item }: { item: Item }) {
  const hasDraft = draftOf(useStore(drafts), item.id, 'description') !== undefined;
  const [isEditing, setEditing] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const edit = () => (setAsked(true), setEditing(true));
  if (isEditing || hasDraft) {
    return (
      <div className={classes.description}>
        <EditableText item={item} field="description" autoFocus={wasAsked} onDone={() => setEditing(false)} />
        <p className={classes.hint}>{t.items.saveHint}</p>
      </div>
    );
  }
  return (
    <div className={classes.description}>
      {item.description && (
        // Clicking into the text is a shortcut for those who point; the button beside it is everybody's way.
        <div className={classes.descriptionText} onClick={(event) => startsEditing(event.target) && edit()}>
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
