const itemCount = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

/** Texts about merging duplicates. */
export const duplicates = {
  shortcut: 'Merge into another item',
  button: 'Merge',
  dialog: (count: number) => (count === 1 ? 'Merge the item into' : `Merge ${itemCount(count)} into`),
  placeholder: 'Search for the item to keep',
  loading: 'Searching…',
  failed: 'The search failed. Try again.',
  notFound: 'No items found.',
  hint: 'The other items become its duplicates. You can undo this.',
  requests: (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`),
  merging: (title: string, count: number) => `Merging ${itemCount(count)} into “${title}”`,
  merged: (title: string, count: number) => `Merged ${itemCount(count)} into “${title}”.`,
  unmerging: (count: number) => `Unmerging ${itemCount(count)}`,
  unmerged: (count: number) => `Unmerged ${itemCount(count)}.`,
  notUnmerged: (count: number) =>
    `Couldn’t unmerge ${itemCount(count)}. ${count === 1 ? 'It has' : 'They have'} changed since then.`,
  notMerged: (count: number) =>
    `Couldn’t merge ${itemCount(count)} again. ${count === 1 ? 'It has' : 'They have'} changed since then.`,
  mergedInto: 'This item is merged into',
  readOnly: 'You can’t edit it until you unmerge it.',
  unmerge: 'Unmerge',
  unmergeItem: (title: string) => `Unmerge “${title}”`,
  list: (count: number) => (count === 1 ? '1 duplicate' : `${count.toLocaleString('en')} duplicates`),
  listFailed: 'Couldn’t load the duplicates',
  more: 'Show more',
};
