import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { useShortcut } from '../../../ui/shortcuts/shortcuts';
import { announce } from '../announcer';
import { itemMutations, UNDO_TIMEOUT_MS, type UndoStep } from './item-mutations';
import { notify, type Notice } from '../notices';

export interface UndoOffer {
  /** Text of the notice. */
  readonly text: string;
  undo(): unknown;
  /** True if undo is possible for `UNDO_TIMEOUT_MS` only. */
  readonly expires?: boolean;
  /** True for a change of one item: its notice replaces the last such notice, so that they don't pile up. */
  readonly replacesLast?: boolean;
  /** Can replace the notice, by its ID, while it is open. */
  readonly onShown?: (id: string, notice: Notice) => void;
}

let lastId = 0;

/** Closes the notice of the last small change. */
let closeLast = () => {};

/** The place of a change among those that can be undone, until it is stored. */
interface UndoPlace {
  /** Offers to undo the change, or undoes it, if that was asked meanwhile. */
  offer(this: void, offer: UndoOffer): void;
  /** The change was not stored, or changed nothing. Returns true if undo was asked meanwhile. */
  leave(this: void): boolean;
}

/** Ends when the changes are undone for which that was asked before they were stored: the latest ones first. */
let asked: Promise<unknown> = Promise.resolve();

/** Takes the place for a change when it is shown: `z` means this change then, not an earlier one. */
export function takeUndoPlace(queryClient: QueryClient): UndoPlace {
  const { undos } = itemMutations(queryClient);
  /** Starts the undo that was asked for; without one, only lets earlier ones go on. */
  let start: ((undo?: () => unknown) => void) | null = null;
  const place: UndoStep = {
    run() {
      const later = asked;
      asked = new Promise<unknown>((done) => (start = (undo) => done(later.then(undo))));
    },
    close() {},
  };
  undos.push(place);
  return {
    offer: (offer) => (start ? start(() => offer.undo()) : offerUndo(queryClient, offer, place)),
    leave() {
      undos.remove(place);
      start?.();
      return start !== null;
    },
  };
}

/** Shows a notice with an undo button. The shortcut can undo it later, too, unless it expires. */
export function offerUndo(queryClient: QueryClient, offer: UndoOffer, place?: UndoStep): void {
  const { text, undo, expires, replacesLast, onShown } = offer;
  const { undos } = itemMutations(queryClient);
  if (replacesLast) closeLast();
  const run = () => (undos.remove(step), undo());
  const id = `undo-${++lastId}`;
  const notice = { text, timeout: UNDO_TIMEOUT_MS, action: { label: t.items.undo, run } };
  const close = notify({ ...notice, id });
  const step: UndoStep = { run: undo, close };
  if (replacesLast) closeLast = close;
  if (place) undos.replace(place, step);
  else undos.push(step);
  onShown?.(id, notice);
  // A notice under the pointer doesn't close automatically.
  if (expires) setTimeout(() => (close(), undos.remove(step)), UNDO_TIMEOUT_MS);
}

export function undoLast(queryClient: QueryClient): void {
  const last = itemMutations(queryClient).undos.pop();
  if (!last) return announce(t.items.nothingToUndo);
  last.close();
  last.run();
}

/** Registers `z` and Ctrl+Z, which work outside of text fields. */
export function useUndoShortcut(scope: string): void {
  const queryClient = useQueryClient();
  const enabled = useMayDo('items.change');
  useShortcut(['z', 'mod+z'], t.items.undoLast, () => undoLast(queryClient), { scope, enabled });
}
