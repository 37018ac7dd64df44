/** `POST feedback/batch/delete`: at most 100 items, each with the version that was read. */
export interface BatchRemoved {
  /** Ids of what was left alone: somebody has changed it since. What was not there counts as deleted. */
  readonly changed: readonly string[];
}
