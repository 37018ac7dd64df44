import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { announce } from '../announcer';
import { itemMutations, UNDO_TIMEOUT_MS, type UndoStep } from './item-mutations';
import { notify } from '../notices';

interface UndoOffer {
  /** What was done. */
  readonly text: string;
  undo(): void;
  /** Possible for `UNDO_TIMEOUT_MS` only. */
  readonly expires?: boolean;
  /** A change of one item: its notice takes the place of the one before, so that quick work piles up none. */
  readonly replacesLast?: boolean;
}

/** Closes the notice of the last small change. */
let closeLast = () => {};

/** Says what was done, and takes it back: by the button for a while, by key also later. */
export function offerUndo(queryClient: QueryClient, { text, undo, expires, replacesLast }: UndoOffer): void {
  const { undos } = itemMutations(queryClient);
  if (replacesLast) closeLast();
  const run = () => (undos.remove(step), undo());
  const close = notify({ text, timeout: UNDO_TIMEOUT_MS, action: { label: t.items.undo, run } });
  const step: UndoStep = { run: undo, close };
  if (replacesLast) closeLast = close;
  undos.push(step);
  // Under the pointer a notice does not close by itself.
  if (expires) setTimeout(() => (close(), undos.remove(step)), UNDO_TIMEOUT_MS);
}

function undoLast(queryClient: QueryClient): void {
  const last = itemMutations(queryClient).undos.pop();
  if (!last) return announce(t.items.nothingToUndo);
  last.close();
  last.run();
}

/** `z` and Ctrl+Z, where no text has the focus. */
export function useUndoShortcut(scope: string): void {
  const queryClient = useQueryClient();
  useShortcut(['z', 'mod+z'], t.items.undoLast, () => undoLast(queryClient), { scope });
}
