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
let offered: readonly TellItem[] | null = null;

export function setOffered(items: readonly TellItem[]): void {
  offered = items;
}

export function withdrawOffered(items: readonly TellItem[]): void {
  if (offered === items) offered = null;
}

/** Opens the dialog: for the items of an open notice, otherwise for these. */
export function openTelling(targets: () => readonly Item[]): void {
  if (offered) return tellTarget.set(offered);
  const items = targets();
  if (items.length > 0 && !notifyIfReadOnly(items))
    tellTarget.set(items.map(({ id }) => ({ id, previous_status: null })));
}
