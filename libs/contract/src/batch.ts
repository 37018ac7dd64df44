import type { ItemChange } from './items';

/** `POST feedback/batch`: all or none, at most 100, ids once each; 200 `Data<Item[]>` in the order asked. */
export interface BatchBody {
  readonly updates: readonly ({ readonly id: string } & ItemChange)[];
}

/** `POST feedback/batch/delete`: at most 100, ids once each; 200 `Data<BatchRemoved>`. */
export interface BatchRemovalBody {
  readonly items: readonly { readonly id: string; readonly version: number }[];
}

export interface BatchRemoved {
  /** Ids of what was left alone: somebody has changed it since. What was not there counts as deleted. */
  readonly changed: readonly string[];
}
