const itemCount = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

/** Texts about merging duplicates. */
export const duplicates = {
  shortcut: 'Merge into another item',
  button: 'Merge into this',
  open: 'Merge into…',
  mergeItem: (title: string, target: string) =>
    `Merge into this: “${title}” becomes a duplicate of “${target}”`,
  dialog: (count: number) => (count === 1 ? 'Merge the item into' : `Merge ${itemCount(count)} into`),
  placeholder: (count: number) =>
    count === 1 ? 'Search for the item to merge into' : 'Search for the item to keep',
  targets: 'Items to merge into',
  selected: 'Selected items',
  found: 'Results',
  loading: 'Searching…',
  failed: 'The search failed. Try again.',
  notFound: 'No items found.',
  hint: (count: number) =>
    count === 1
      ? 'This item becomes a duplicate of the one you choose. You can undo this.'
      : 'The other items become duplicates of the one you choose. You can undo this.',
  requests: (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`),
  merging: (title: string, count: number) => `Merging ${itemCount(count)} into “${title}”`,
  merged: (title: string, count: number) => `Merged ${itemCount(count)} into “${title}”.`,
  unmerging: (count: number) => `Unmerging ${itemCount(count)}`,
  unmerged: (count: number) => `Unmerged ${itemCount(count)}.`,
  notUnmerged: (count: number) =>
    `Couldn’t unmerge ${itemCount(count)}. ${count === 1 ? 'It has' : 'They have'} changed since then.`,
  notMerged: (count: number) =>
    `Couldn’t merge ${itemCount(count)} again. ${count === 1 ? 'It has' : 'They have'} changed since then.`,
  title: (title: string) => `“${title}”`,
  mergedInto: 'This item is merged into',
  anotherItem: 'another item',
  readOnly: 'To edit it, unmerge it first.',
  readOnlyNotice: 'This item is merged into another one. To edit it, unmerge it first.',
  unmerge: 'Unmerge',
  unmergeItem: (title: string) => `Unmerge “${title}”`,
  none: 'None',
  list: (count: number) => (count === 1 ? '1 duplicate' : `${count.toLocaleString('en')} duplicates`),
  listLoading: 'Loading duplicates',
  listFailed: 'Couldn’t load the duplicates',
  more: 'Load more',
  unfold: (count: number) => `Show all ${count.toLocaleString('en')}`,
  fold: 'Show less',
  foundInMerged: 'Found in a merged item',
};
