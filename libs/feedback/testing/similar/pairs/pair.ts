/** The title of a new item, and the title and the description of the item that it duplicates. */
export type PairRow = readonly [title: string, duplicateTitle: string, duplicateDescription?: string];
