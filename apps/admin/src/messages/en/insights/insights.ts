const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const insights = {
  title: 'Insights',
  lead: 'How much feedback arrives, and what happens to it.',
  range: 'Range',
  ranges: { '7': '7 days', '30': '30 days', '90': '90 days', '12m': '12 months' },
  zone: (timeZone: string) => `Days in the time zone ${timeZone}.`,
  emptyTitle: 'No feedback yet',
  emptyHint: 'Share your form or create feedback with the API. Charts appear with the first item.',
  emptyAction: 'Open the form page',
  loading: (title: string) => `Loading: ${title}`,
  failed: (title: string) => `Couldn’t load: ${title}`,
  showTable: 'Show as table',
  table: (title: string) => `Table: ${title}`,
  download: 'Download CSV',
  of: (title: string) => ` (${title})`,
  day: 'Day',
  from: 'From',
  to: 'To',
  total: 'Total',
  count: 'Changes',
  median: 'Median',
  medianSeconds: 'Median in seconds',
  none: 'None in this range',
  created: {
    title: 'New feedback by source',
    total: (count: number) => counted(count, 'new item', 'new items'),
  },
  changes: {
    title: 'Status changes by new status',
    total: (count: number) => counted(count, 'status change', 'status changes'),
  },
  firstChange: {
    title: 'Time to the first status change',
    total: (count: number) => counted(count, 'first status change', 'first status changes'),
  },
  shipped: {
    title: 'Time to Shipped',
    total: (count: number) => counted(count, 'change to Shipped', 'changes to Shipped'),
  },
  tags: {
    title: 'Top tags',
    hint: 'The tags with the most new items',
    none: 'No tags in this range',
    label: 'Tag',
    count: 'New items',
  },
  requested: {
    title: 'Most requested',
    hint: 'The items that the most people asked for, of all time',
    none: 'No item has more than one request. Merge duplicates to count their requests together.',
    label: 'Title',
    count: 'Requests',
  },
  medianOf: (median: string, total: string) => `Median ${median}, ${total}`,
  duration: {
    days: (days: string) => `${days} d`,
    hours: (hours: string) => `${hours} h`,
    minutes: (minutes: string) => `${minutes} min`,
    seconds: (seconds: string) => `${seconds} s`,
  },
};
