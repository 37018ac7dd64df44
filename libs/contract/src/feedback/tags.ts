import type { TagColor } from '@libs/feedback';

/** `GET tags`: `Data<readonly TagItem[]>`, in alphabetical order. Items create tags by their names. */
export interface TagItem {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
  /** Number of items that have the tag. */
  readonly count: number;
}

/**
 * `PATCH tags/:id`: 200 `Data<TagItem>`. The name of another tag merges the two, and the result is that one. 404
 * `tag_not_found`; 429 `import_in_progress` for a merge during an import.
 */
export interface TagItemChange {
  readonly name?: string;
  readonly color?: TagColor;
}

// `DELETE tags/:id`: 204, 404 `tag_not_found`, 429 `import_in_progress`.
