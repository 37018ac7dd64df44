import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t } from '../../../messages';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { announce } from '../announcer';
import { deskOf, UNDO_MS, type Step } from './item-mutations';
import { notify } from '../notices';

interface Offer {
  /** What was done. */
  readonly text: string;
  undo(): void;
  /** Possible for `UNDO_MS` only. */
  readonly isBrief?: boolean;
  /** A change of one item: its notice takes the place of the one before, so that quick work piles up none. */
  readonly isSmall?: boolean;
}

/** Closes the notice of the last small change. */
let closeSmall = () => {};

/** Says what was done, and takes it back: by the button for a while, by key also later. */
export function offerUndo(client: QueryClient, { text, undo, isBrief, isSmall }: Offer): void {
  const { undos } = deskOf(client);
  if (isSmall) closeSmall();
  const run = () => (undos.forget(step), undo());
  const close = notify({ text, stay: UNDO_MS, action: { label: t.items.undo, run } });
  const step: Step = { run: undo, close };
  if (isSmall) closeSmall = close;
  undos.push(step);
  // Under the pointer a notice does not close by itself.
  if (isBrief) setTimeout(() => (close(), undos.forget(step)), UNDO_MS);
}

function undoLast(client: QueryClient): void {
  const last = deskOf(client).undos.pop();
  if (!last) return announce(t.items.nothingToUndo);
  last.close();
  last.run();
}

/** `z` and Ctrl+Z, where no text has the focus. */
export function useUndoShortcut(scope: string): void {
  const client = useQueryClient();
  useShortcut(['z', 'mod+z'], t.items.undoLast, () => undoLast(client), { scope });
}
