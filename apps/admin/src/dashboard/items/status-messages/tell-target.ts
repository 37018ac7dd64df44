import type { Item, Status } from '@libs/contract';
import { Store } from '../../../ui/store';
import { notifyIfReadOnly } from '../duplicates/read-only';

/** An item whose followers can be told; `previous_status` is null if it must be read from the history. */
export interface TellItem {
  readonly id: string;
  readonly previous_status: Status | null;
}

/** The items of the open dialog. */
export const tellTarget = new Store<readonly TellItem[] | null>(null);

/** The items of the open notice that offers to tell their followers. */
let offered: { readonly items: readonly TellItem[]; readonly close: () => void } | null = null;

/** @param close closes the notice, which calls `withdrawOffered` */
export function setOffered(items: readonly TellItem[], close: () => void): void {
  offered = { items, close };
}

export function withdrawOffered(items: readonly TellItem[]): void {
  if (offered?.items === items) offered = null;
}

/** Opens the dialog: for the items of an open notice, otherwise for these. */
export function openTelling(targets: () => readonly Item[]): void {
  if (offered) {
    tellTarget.set(offered.items);
    // It would cover the dialog.
    return offered.close();
  }
  const items = targets();
  if (items.length > 0 && !notifyIfReadOnly(items))
    tellTarget.set(items.map(({ id }) => ({ id, previous_status: null })));
}
