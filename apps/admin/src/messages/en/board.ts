export const board = {
  title: 'Board',
  lead: 'Drag a card to change its status. Within a column the newest is on top.',
  columns: 'Columns by status',
  column: (status: string, count: string) => `${status}, ${count}`,
  empty: 'Drop a card here.',
  loading: (status: string) => `Loading ${status}`,
  failed: 'This column could not be loaded.',
  retry: 'Try again',
  more: 'Load more',
  fresh: (count: number) => (count === 1 ? '1 new item' : `${count} new items`),
  move: (title: string) => `Move “${title}”`,
  moveTo: 'Move to',
  below: (title: string, status: string) =>
    `“${title}” is now ${status}. It stands further down, where its date belongs.`,
  show: 'Open',
  usage:
    'Press space to lift the card, the left and right arrow keys to carry it to another column, space to drop it, escape to put it back. Press enter to open it.',
  lifted: (title: string, status: string) => `Lifted “${title}” from ${status}.`,
  over: (title: string, status: string) => `“${title}” is over ${status}.`,
  outside: (title: string) => `“${title}” is over no column.`,
  dropped: (title: string, status: string) => `Moved “${title}” to ${status}.`,
  stayed: (title: string) => `“${title}” stays where it was.`,
};
