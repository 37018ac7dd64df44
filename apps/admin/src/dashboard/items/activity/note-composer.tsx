import { NOTE_MAX } from '@libs/feedback';
import { codePoints, trimmed } from '@libs/kernel';
import { Button, Textarea } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import { t } from '../../../messages';
import { Hint } from '../../../ui/hint';
import { errorMessage, fieldErrors } from '../../../ui/error-messages';
import { ErrorText } from '../../../ui/states/error-text';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { useStore } from '../../../ui/store';
import { useAddNote } from './activity-queries';
import styles from './activity.module.css';
import { MentionList } from './mention-list';
import { noteDrafts, setNoteDraft } from './note-drafts';
import { useMentions } from './use-mentions';

const texts = t.activity.note;
const MODIFIER = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl';

/** Writes a note. The text stays until the service has stored it. */
export function NoteComposer({ itemId }: { itemId: string }) {
  const text = useStore(noteDrafts).get(itemId) ?? '';
  const { add, isPending, error: failure } = useAddNote(itemId);
  const composer = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcut('n', texts.label, () => field.current?.focus(), { scope: t.items.panel });
  const mentions = useMentions(field, text, (next) => setNoteDraft(itemId, next));
  const over = codePoints(trimmed(text)) - NOTE_MAX;
  const canSend = trimmed(text) !== '' && over <= 0 && !isPending;
  const send = () => {
    if (!canSend) return;
    // Unless the user has gone on to something else.
    const focusField = () => {
      const { activeElement } = document;
      if (activeElement === document.body || composer.current?.contains(activeElement))
        field.current?.focus();
    };
    add(text, { onSuccess: focusField });
  };
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      // Leaves the field and keeps the panel open; a second Escape closes it.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      event.currentTarget.blur();
      event.currentTarget.closest<HTMLElement>('[data-panel]')?.focus();
    }
  }
  const error = failure && (fieldErrors(failure)['text'] ?? errorMessage(failure));
  return (
    <div ref={composer}>
      <div className={styles.mentioning}>
        <Textarea
          ref={field}
          {...mentions.fieldProps}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          error={over > 0 ? texts.over(over) : undefined}
          onChange={(event) => {
            setNoteDraft(itemId, event.currentTarget.value);
            mentions.follow(event);
          }}
          onKeyDown={onKeyDown}
        />
        <MentionList candidates={mentions.candidates} options={mentions.options} />
      </div>
      {text !== '' && (
        <div className={styles.send}>
          <Hint visibleFrom="xs">{texts.hint(MODIFIER)}</Hint>
          <Button size="compact-md" disabled={!canSend && !isPending} loading={isPending} onClick={send}>
            {texts.submit}
          </Button>
        </div>
      )}
      {error && (
        <ErrorText>
          {texts.failed} {error}
        </ErrorText>
      )}
    </div>
  );
}
