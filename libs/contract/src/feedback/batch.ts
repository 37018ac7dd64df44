/**
 * Response of `POST feedback/batch/delete`. The request has at most 100 items, each with the version that the client
 * has read.
 */
export interface BatchRemoved {
  /** IDs of items that were not deleted, because they have another version. Unknown items count as deleted. */
  readonly changed: readonly string[];
}
