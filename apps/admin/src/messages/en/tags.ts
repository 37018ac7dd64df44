const itemCount = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

/** Texts about tags, for the items and the page of tags. */
export const tags = {
  title: 'Tags',
  dialog: (count: number) => (count === 1 ? 'Tags of the item' : `Tags of ${itemCount(count)}`),
  shortcut: 'Change tags',
  placeholder: 'Search or create tags',
  loading: 'Loading tags',
  failed: 'Couldn’t load the tags',
  some: 'Some items',
  create: (name: string) => `Create tag “${name}”`,
  emptyHint: 'No tags yet. Type a name to create one.',
  notFound: 'No tags found. A name has 1 to 40 characters, without commas and semicolons.',
  add: 'Add tags',
  edit: 'Edit',
  more: (count: number) => `+${count}`,
  show: (name: string) => `Show items with “${name}”`,
  adding: (name: string, count: number) => `Adding “${name}” to ${itemCount(count)}`,
  added: (name: string, count: number) => `Added “${name}” to ${itemCount(count)}.`,
  removing: (name: string, count: number) => `Removing “${name}” from ${itemCount(count)}`,
  removed: (name: string, count: number) => `Removed “${name}” from ${itemCount(count)}.`,
  notUndone: (count: number) =>
    `Couldn’t undo the change to ${itemCount(count)}. ${count === 1 ? 'It has' : 'They have'} changed since then.`,
  page: {
    lead: 'Tags group feedback by subject. Add them to items in the inbox.',
    hint: 'Rename, recolor, merge, and delete tags.',
    back: 'Settings',
    list: 'Tags',
    emptyTitle: 'No tags yet',
    emptyText: 'Press T in the inbox to add tags to items.',
    items: itemCount,
    color: (name: string) => `Color of “${name}”`,
    colors: {
      gray: 'Gray',
      red: 'Red',
      orange: 'Orange',
      yellow: 'Yellow',
      green: 'Green',
      teal: 'Teal',
      blue: 'Blue',
      indigo: 'Indigo',
      violet: 'Violet',
      pink: 'Pink',
    },
    rename: (name: string) => `Rename “${name}”`,
    renameTitle: 'Rename tag',
    name: 'Name',
    mergeHint: (name: string, other: string) =>
      `The tag “${other}” exists. Items with “${name}” get “${other}” instead, and “${name}” is deleted. You can’t undo this.`,
    save: 'Save',
    merge: 'Merge tags',
    remove: (name: string) => `Delete “${name}”`,
    removeTitle: (name: string) => `Delete “${name}”?`,
    removeText: (count: number) =>
      count === 0
        ? 'No item has this tag.'
        : `${itemCount(count)} will no longer have this tag. You can’t undo this.`,
    removeButton: 'Delete tag',
    changeFailed: 'Couldn’t change the tag',
    removeFailed: 'Couldn’t delete the tag',
  },
};
