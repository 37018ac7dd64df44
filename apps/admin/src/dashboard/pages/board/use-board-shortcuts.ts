import { STATUSES, type Status } from '@libs/feedback';
import { t } from '../../../messages';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import type { Board } from './use-board';

const words = t.inbox.shortcuts;
const SCOPE = { scope: t.board.title };

interface Places {
  create(): void;
  focusSearch(): void;
}

export function useBoardShortcuts(board: Board, { create, focusSearch }: Places): void {
  const move = (status: Status) => () => {
    const item = board.commanded();
    if (item) board.moveByHand(item, status);
  };
  const [first, second, third, fourth, fifth] = STATUSES;
  useShortcut('1', words.status(t.ui.statuses[first]), move(first), SCOPE);
  useShortcut('2', words.status(t.ui.statuses[second]), move(second), SCOPE);
  useShortcut('3', words.status(t.ui.statuses[third]), move(third), SCOPE);
  useShortcut('4', words.status(t.ui.statuses[fourth]), move(fourth), SCOPE);
  useShortcut('5', words.status(t.ui.statuses[fifth]), move(fifth), SCOPE);
  useShortcut('/', words.search, focusSearch, SCOPE);
  useShortcut('d', t.board.details, () => board.current !== null && board.fold(board.current), SCOPE);
  useShortcut('c', words.create, create, SCOPE);
  useShortcut(
    ['#', 'delete'],
    words.remove,
    () => {
      const item = board.commanded();
      if (item) board.remove(item);
    },
    SCOPE,
  );
  useShortcut('escape', t.items.close, board.close, { ...SCOPE, enabled: board.open !== null });
}
