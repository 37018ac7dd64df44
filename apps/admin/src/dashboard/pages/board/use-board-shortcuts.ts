import { STATUSES, type Status } from '@libs/feedback';
import { t } from '../../../messages';
import { notifyIfReadOnly } from '../../items/duplicates/read-only';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import type { Board } from './use-board';

const texts = t.inbox.shortcuts;
const SCOPE = { scope: t.board.title };

interface ShortcutHandlers {
  /** Without it, items can be read only. */
  readonly mayChange: boolean;
  create(): void;
  focusSearch(): void;
  assign(): void;
  tag(): void;
  merge(): void;
}

export function useBoardShortcuts(
  board: Board,
  { mayChange, create, focusSearch, assign, tag, merge }: ShortcutHandlers,
): void {
  const change = { ...SCOPE, enabled: mayChange };
  const move = (status: Status) => () => {
    const item = board.targetItem();
    if (item && !notifyIfReadOnly([item])) board.moveCard(item, status);
  };
  const [first, second, third, fourth, fifth] = STATUSES;
  useShortcut('1', texts.status(t.ui.statuses[first]), move(first), change);
  useShortcut('2', texts.status(t.ui.statuses[second]), move(second), change);
  useShortcut('3', texts.status(t.ui.statuses[third]), move(third), change);
  useShortcut('4', texts.status(t.ui.statuses[fourth]), move(fourth), change);
  useShortcut('5', texts.status(t.ui.statuses[fifth]), move(fifth), change);
  useShortcut('a', t.assignee.shortcut, assign, change);
  useShortcut('t', t.tags.shortcut, tag, change);
  useShortcut('m', t.duplicates.shortcut, merge, change);
  useShortcut('/', texts.search, focusSearch, SCOPE);
  useShortcut(
    'd',
    t.board.details,
    () => board.current !== null && board.toggleDetails(board.current),
    SCOPE,
  );
  useShortcut('c', texts.create, create, change);
  useShortcut(
    ['#', 'delete'],
    texts.remove,
    () => {
      const item = board.targetItem();
      if (item) board.remove(item);
    },
    change,
  );
  useShortcut('escape', t.items.close, board.close, { ...SCOPE, enabled: board.open !== null });
}
