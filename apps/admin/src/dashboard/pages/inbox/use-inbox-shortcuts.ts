import { t } from '../../../messages';
import { useNativeShortcut, useShortcut } from '../../../ui/shortcuts/shortcuts';
import { useItemShortcuts, type ItemShortcuts } from '../../items/use-item-shortcuts';
import type { Inbox } from './use-inbox';

const texts = t.inbox.shortcuts;
const SCOPE = { scope: t.inbox.title };

interface ShortcutHandlers extends Omit<ItemShortcuts, 'setStatus'> {
  readonly focusList: () => void;
}

/** Registers the shortcuts of the inbox. The list handles arrow keys, Enter, and space itself. */
export function useInboxShortcuts(inbox: Inbox, { focusList, ...handlers }: ShortcutHandlers): void {
  const change = { ...SCOPE, enabled: handlers.mayChange };
  const thenFocusList = (run: () => void) => () => (run(), focusList());
  const toggle = () => inbox.cursor !== null && inbox.toggle(inbox.cursor);
  const leave = () => (inbox.state.item === null ? inbox.clear() : inbox.close());
  const moveBy = (by: 1 | -1) => thenFocusList(() => inbox.moveBy(by));
  const extendBy = (by: 1 | -1) => thenFocusList(() => inbox.extendBy(by));
  useShortcut('j', texts.next, moveBy(1), SCOPE);
  useShortcut('k', texts.previous, moveBy(-1), SCOPE);
  useNativeShortcut('enter', texts.open, SCOPE.scope);
  useShortcut('shift+j', texts.extendDown, extendBy(1), change);
  useShortcut('shift+k', texts.extendUp, extendBy(-1), change);
  useShortcut('x', texts.select, thenFocusList(toggle), change);
  useItemShortcuts(SCOPE.scope, {
    ...handlers,
    setStatus: inbox.setStatus,
    remove: thenFocusList(handlers.remove),
  });
  useShortcut('escape', texts.close, thenFocusList(leave), SCOPE);
}
