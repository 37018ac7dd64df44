import type { Item } from '@libs/contract';
import { codePoints } from '@libs/kernel';
import { Button, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { t } from '../../../messages';
import type { TextField } from './drafts';
import styles from '../items.module.css';
import { maxLength, useTextDraft } from './use-text-draft';

interface Props {
  readonly item: Item;
  readonly field: TextField;
  readonly autoFocus?: boolean;
  /** Called when editing has ended and nothing is unsaved. */
  onDone?(): void;
}

/** Edits a text of an item in place. Saves on blur or Ctrl+Enter; Escape reverts. */
export function EditableText({ item, field, autoFocus, onDone }: Props) {
  const { text, error, state, setText, save, discard } = useTextDraft(item, field);
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    const isSingleLine = field === 'title' && event.key === 'Enter';
    if (isSingleLine || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      event.currentTarget.blur();
    } else if (event.key === 'Escape') {
      // Reverts the text and keeps the panel open; a second Escape closes it.
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
        classNames={{ input: field === 'title' ? styles.titleInput : styles.descriptionInput }}
        autosize
        minRows={field === 'title' ? 1 : 3}
        autoFocus={autoFocus}
        onFocus={({ currentTarget: field }) => autoFocus && moveCaretToEnd(field)}
        value={text}
        error={error}
        onChange={({ currentTarget: { value } }) =>
          setText(field === 'title' ? value.replace(/\s*\n\s*/g, ' ') : value)
        }
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Leaving the field must not resolve a conflict.
          if (state !== 'undecided') void save();
          if (state === 'stored') onDone?.();
        }}
      />
      <div className={styles.editFoot} aria-live="polite">
        <RemainingCharacters text={text} max={maxLength(field)} />
        {state === 'saving' && t.items.saving}
        {(state === 'failed' || state === 'undecided') && (
          <>
            <span className={styles.bad}>{UNSAVED_TEXTS[state].text}</span>
            <Button size="compact-sm" variant="subtle" flex="none" onClick={() => void save()}>
              {UNSAVED_TEXTS[state].action}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const moveCaretToEnd = (field: HTMLTextAreaElement) =>
  field.setSelectionRange(field.value.length, field.value.length);

const UNSAVED_TEXTS = {
  failed: { text: t.items.unsaved, action: t.items.retry },
  undecided: { text: t.items.undecided, action: t.items.decide },
};

/** Shows how many characters remain, from the last tenth of the limit on. */
function RemainingCharacters({ text, max }: { text: string; max: number }) {
  const count = max - codePoints(text);
  if (count > max / 10) return null;
  return (
    <span className={count < 0 ? styles.bad : undefined}>
      {count < 0 ? t.items.over(-count) : t.items.left(count)}
    </span>
  );
}
