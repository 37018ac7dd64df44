/** A color of a tag (tags.md 1). */
export type TagColor =
  'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'indigo' | 'violet' | 'pink';

export interface Tag {
  readonly id: string;
  /** 1 to 40 code points, unique in the account regardless of case. */
  readonly name: string;
  readonly color: TagColor;
  /** Number of items. */
  readonly count: number;
}

/** `PATCH tags/:id`: 200 `Data<Tag>`. The name of another tag merges the two. */
export interface TagChange {
  readonly name?: string;
  readonly color?: TagColor;
}

// `GET tags`: 200 `Data<Tag[]>`; `DELETE tags/:id`: 204.
