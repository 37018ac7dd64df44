import { t } from '../../../messages';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { notifyIfReadOnly } from '../../items/duplicates/read-only';
import { useItemShortcuts, type ItemShortcuts } from '../../items/use-item-shortcuts';
import type { Board } from './use-board';

const scope = t.board.title;

export function useBoardShortcuts(board: Board, handlers: Omit<ItemShortcuts, 'setStatus'>): void {
  useItemShortcuts(scope, {
    ...handlers,
    setStatus(status) {
      const [item] = board.targetItems();
      if (item && !notifyIfReadOnly([item])) board.moveCard(item, status);
    },
  });
  const toggleDetails = () => board.current !== null && board.toggleDetails(board.current);
  useShortcut('d', t.board.details, toggleDetails, { scope });
  useShortcut('escape', t.items.close, board.close, { scope, enabled: board.open !== null });
}
