import type { MemberEntry } from '@libs/contract';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { useCachedSession } from '../../api/session';
import { useMembers } from '../../api/team/members';
import { mentionCandidates, typedMention, withMention } from './mentions';

/** Completes the names of members after an `@` in a text field (list autocomplete of the ARIA practices guide). */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onChange: (text: string) => void,
) {
  const [caret, setCaret] = useState<number | null>(null);
  /** Position of the `@` of a list that was closed, by a choice or with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const ownId = useCachedSession()?.person.id;
  const typed = caret === null ? null : typedMention(text, caret);
  const members = useMembers(typed !== null).data;
  const isClosed = typed === null || typed.start === closedAt;
  const candidates = isClosed || !members ? [] : mentionCandidates(members, typed, ownId);
  const choose = ({ name }: MemberEntry) => {
    if (!typed) return;
    const next = withMention(text, typed, name);
    // The caret can only be set in the new text.
    flushSync(() => onChange(next.text));
    field.current?.setSelectionRange(next.caret, next.caret);
    setCaret(next.caret);
    setClosedAt(typed.start);
  };
  const options = useActiveOption(candidates, { onChoose: choose, keyOf: ({ id }) => id });
  const isOpen = candidates.length > 0;

  /** Call it when the text or the caret has changed. */
  function follow({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }): void {
    const { selectionStart, selectionEnd, value } = currentTarget;
    const at = selectionStart === selectionEnd ? selectionStart : null;
    if (at === caret) return;
    setCaret(at);
    options.activateFirst();
    if (at === null || typedMention(value, at)?.start !== closedAt) setClosedAt(null);
  }

  /** Returns true if the key was for the list. */
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      setClosedAt(typed!.start);
      return true;
    }
    if (event.key === 'Tab' && !event.shiftKey && options.active) {
      event.preventDefault();
      choose(options.active);
      return true;
    }
    options.fieldProps.onKeyDown(event);
    return event.defaultPrevented;
  }

  // A text field of several lines can't have the role of a combobox, but its other attributes.
  const { onKeyDown: _, role: _role, 'aria-expanded': _expanded, ...combobox } = options.fieldProps;
  return {
    candidates,
    options,
    follow,
    onKeyDown,
    fieldProps: {
      ...(isOpen && combobox),
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      // React reports a selection late, or not at all if the value changes with it.
      onSelect: follow,
      onKeyUp: follow,
      onClick: follow,
      onBlur: () => setCaret(null),
    },
  };
}
