import { STATUSES } from '@libs/feedback';
import { t } from '../../../messages';
import { useNativeShortcut, useShortcut } from '../../../ui/shortcuts/shortcuts';
import type { Inbox } from './use-inbox';

const texts = t.inbox.shortcuts;
const SCOPE = { scope: t.inbox.title };

interface ShortcutHandlers {
  /** Without it, items can be read only. */
  readonly mayChange: boolean;
  focusList(): void;
  focusSearch(): void;
  create(): void;
  assign(): void;
  tag(): void;
  merge(): void;
}

/** Registers the shortcuts of the inbox. The list handles arrow keys, Enter, and space itself. */
export function useInboxShortcuts(
  inbox: Inbox,
  { mayChange, focusList, focusSearch, create, assign, tag, merge }: ShortcutHandlers,
): void {
  const change = { ...SCOPE, enabled: mayChange };
  const thenFocusList = (run: () => void) => () => (run(), focusList());
  useShortcut(
    'j',
    texts.next,
    thenFocusList(() => inbox.moveBy(1)),
    SCOPE,
  );
  useShortcut(
    'k',
    texts.previous,
    thenFocusList(() => inbox.moveBy(-1)),
    SCOPE,
  );
  useNativeShortcut('enter', texts.open, SCOPE.scope);
  useShortcut(
    'shift+j',
    texts.extendDown,
    thenFocusList(() => inbox.extendBy(1)),
    change,
  );
  useShortcut(
    'shift+k',
    texts.extendUp,
    thenFocusList(() => inbox.extendBy(-1)),
    change,
  );
  useShortcut(
    'x',
    texts.select,
    thenFocusList(() => inbox.cursor !== null && inbox.toggle(inbox.cursor)),
    change,
  );
  const [first, second, third, fourth, fifth] = STATUSES;
  useShortcut('1', texts.status(t.ui.statuses[first]), () => inbox.setStatus(first), change);
  useShortcut('2', texts.status(t.ui.statuses[second]), () => inbox.setStatus(second), change);
  useShortcut('3', texts.status(t.ui.statuses[third]), () => inbox.setStatus(third), change);
  useShortcut('4', texts.status(t.ui.statuses[fourth]), () => inbox.setStatus(fourth), change);
  useShortcut('5', texts.status(t.ui.statuses[fifth]), () => inbox.setStatus(fifth), change);
  useShortcut(
    ['#', 'delete'],
    texts.remove,
    thenFocusList(() => inbox.remove()),
    change,
  );
  useShortcut('a', t.assignee.shortcut, assign, change);
  useShortcut('t', t.tags.shortcut, tag, change);
  useShortcut('m', t.duplicates.shortcut, merge, change);
  useShortcut('/', texts.search, focusSearch, SCOPE);
  useShortcut('c', texts.create, create, change);
  useShortcut(
    'escape',
    texts.close,
    thenFocusList(() => (inbox.state.item === null ? inbox.clear() : inbox.close())),
    SCOPE,
  );
}
