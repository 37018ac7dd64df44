import { number } from '../numbers';

interface Counted {
  readonly count: number;
  readonly isMore: boolean;
}
const counted = ({ count, isMore }: Counted) => `${number(count)}${isMore ? '+' : ''}`;

export const inbox = {
  title: 'Inbox',
  filter: 'Status',
  all: 'All',
  sort: 'Sort by',
  sortBy: (order: string) => `Sort: ${order}`,
  sorts: {
    '-created_at': 'Newest first',
    created_at: 'Oldest first',
    '-updated_at': 'Recently updated',
    updated_at: 'Least recently updated',
    title: 'Title, A to Z',
    '-title': 'Title, Z to A',
    '-request_count': 'Most requested',
    '-request_value': 'Highest value',
  },
  list: 'Feedback items',
  create: 'New item',
  loading: 'Loading feedback',
  moreFailed: 'Couldn’t load more items.',
  retry: 'Try again',
  count: counted,
  fresh: (fresh: Counted) => `${counted(fresh)} new ${fresh.count === 1 && !fresh.isMore ? 'item' : 'items'}`,
  failed: 'Couldn’t load your feedback',
  firstTitle: 'No feedback yet',
  firstText: 'Share your form to start collecting feedback, or add an item yourself.',
  importFirst: 'Import feedback',
  copyForm: 'Copy form link',
  openForm: 'Open form',
  nothingTitle: 'No results',
  nothingText: (q: string) =>
    `No items contain ${/\s/.test(q) ? `every word of “${q}”` : `“${q}”`} in the title, description, or submitter.`,
  nothingFiltered: 'No items match the filters.',
  noneTitle: (status: string) => `No ${status} items`,
  noneText: 'Items with this status appear here.',
  showAll: 'Show all items',
  select: (title: string) => `Select “${title}”`,
  batch: {
    label: 'Selected items',
    selected: (count: number) => `${number(count)} selected`,
    selectAll: (count: Counted) => `Select all ${counted(count)} items`,
    countFailed: 'Couldn’t count all items. Try again',
    status: 'Set status',
    assign: 'Assign',
    tags: 'Tags',
    merge: 'Merge',
    remove: 'Delete',
    clear: 'Clear selection',
  },
  export: {
    open: 'Export or import',
    shown: (count?: Counted) => (count === undefined ? 'Current view' : `Current view (${counted(count)})`),
    all: (all?: Counted, merged?: Counted) => {
      if (!all?.count) return 'All items';
      return merged?.count
        ? `All items (${counted(all)}, ${counted(merged)} merged)`
        : `All items (${counted(all)})`;
    },
    ofShown: 'current view',
    ofAll: 'all items',
    formats: {
      excel: 'CSV for Excel',
      csv: 'CSV',
      ndjson: 'NDJSON',
      json: 'JSON',
    },
    import: 'Import file…',
    begun: 'Your download has started.',
    failed: 'Export failed',
    running: 'An export is already running for this account. Try again when it’s done.',
  },
  shortcuts: {
    next: 'Next item',
    previous: 'Previous item',
    open: 'Open item',
    close: 'Close item or clear selection',
    search: 'Search',
    status: (status: string) => `Set status to ${status}`,
    select: 'Select or deselect item',
    extendDown: 'Extend selection down',
    extendUp: 'Extend selection up',
    create: 'New item',
    remove: 'Delete',
  },
};
