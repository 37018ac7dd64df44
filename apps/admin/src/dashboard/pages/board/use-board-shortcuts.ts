import { STATUSES, type Status } from '@libs/feedback';
import { t } from '../../../messages';
import { notifyIfReadOnly } from '../../items/duplicates/read-only';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import type { Board } from './use-board';

const texts = t.inbox.shortcuts;
const SCOPE = { scope: t.board.title };

interface ShortcutHandlers {
  create(): void;
  focusSearch(): void;
  tag(): void;
  merge(): void;
}

export function useBoardShortcuts(board: Board, { create, focusSearch, tag, merge }: ShortcutHandlers): void {
  const move = (status: Status) => () => {
    const item = board.targetItem();
    if (item && !notifyIfReadOnly([item])) board.moveCard(item, status);
  };
  const [first, second, third, fourth, fifth] = STATUSES;
  useShortcut('1', texts.status(t.ui.statuses[first]), move(first), SCOPE);
  useShortcut('2', texts.status(t.ui.statuses[second]), move(second), SCOPE);
  useShortcut('3', texts.status(t.ui.statuses[third]), move(third), SCOPE);
  useShortcut('4', texts.status(t.ui.statuses[fourth]), move(fourth), SCOPE);
  useShortcut('5', texts.status(t.ui.statuses[fifth]), move(fifth), SCOPE);
  useShortcut('t', t.tags.shortcut, tag, SCOPE);
  useShortcut('m', t.duplicates.shortcut, merge, SCOPE);
  useShortcut('/', texts.search, focusSearch, SCOPE);
  useShortcut(
    'd',
    t.board.details,
    () => board.current !== null && board.toggleDetails(board.current),
    SCOPE,
  );
  useShortcut('c', texts.create, create, SCOPE);
  useShortcut(
    ['#', 'delete'],
    texts.remove,
    () => {
      const item = board.targetItem();
      if (item) board.remove(item);
    },
    SCOPE,
  );
  useShortcut('escape', t.items.close, board.close, { ...SCOPE, enabled: board.open !== null });
}
