import type { Item } from '@libs/contract';
import { codePoints } from '@libs/kernel';
import { Button, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { t } from '../../../messages';
import type { TextField } from './drafts';
import classes from '../items.module.css';
import { maxOf, useTextDraft } from './use-text-draft';

interface Props {
  readonly item: Item;
  readonly field: TextField;
  readonly autoFocus?: boolean;
  /** Editing has ended and nothing is left unsaved. */
  onDone?(): void;
}

/** A text of an item, edited where it stands; stored on leaving it or with Ctrl+Enter, taken back with Escape. */
export function EditableText({ item, field, autoFocus, onDone }: Props) {
  const { text, fault, state, type, save, discard } = useTextDraft(item, field);
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    const isLine = field === 'title' && event.key === 'Enter';
    if (isLine || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      event.currentTarget.blur();
    } else if (event.key === 'Escape') {
      // Takes the text back, and leaves the panel open: closing is a second Escape's work.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      discard();
      event.currentTarget.blur();
      onDone?.();
    }
  }
  return (
    <div>
      <Textarea
        aria-label={t.items.fields[field]}
        variant="unstyled"
        classNames={{ input: field === 'title' ? classes.titleInput : classes.descriptionInput }}
        autosize
        minRows={field === 'title' ? 1 : 3}
        autoFocus={autoFocus}
        onFocus={({ currentTarget: field }) => autoFocus && toEnd(field)}
        value={text}
        error={fault}
        onChange={({ currentTarget: { value } }) =>
          type(field === 'title' ? value.replace(/\s*\n\s*/g, ' ') : value)
        }
        onKeyDown={onKeyDown}
        onBlur={() => {
          // To pass through a text nobody has decided about decides nothing.
          if (state !== 'undecided') void save();
          if (state === 'stored') onDone?.();
        }}
      />
      <div className={classes.editFoot} aria-live="polite">
        <Remaining text={text} max={maxOf(field)} />
        {state === 'saving' && t.items.saving}
        {(state === 'failed' || state === 'undecided') && (
          <>
            <span className={classes.bad}>{UNSAVED[state].text}</span>
            <Button size="compact-sm" variant="subtle" flex="none" onClick={() => void save()}>
              {UNSAVED[state].action}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Where one goes on writing. */
const toEnd = (field: HTMLTextAreaElement) => field.setSelectionRange(field.value.length, field.value.length);

const UNSAVED = {
  failed: { text: t.items.unsaved, action: t.items.retry },
  undecided: { text: t.items.undecided, action: t.items.decide },
};

/** Says how much room is left once it becomes scarce. */
function Remaining({ text, max }: { text: string; max: number }) {
  const left = max - codePoints(text);
  if (left > max / 10) return null;
  return (
    <span className={left < 0 ? classes.bad : undefined}>
      {left < 0 ? t.items.over(-left) : t.items.left(left)}
    </span>
  );
}
