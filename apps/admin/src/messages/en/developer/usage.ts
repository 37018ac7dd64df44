const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const usage = {
  title: 'Requests, last 30 days',
  hint: 'By API key, in UTC. New requests appear within a minute.',
  loading: 'Loading requests',
  failed: 'Couldn’t load requests',
  empty: 'No requests in the last 30 days',
  emptyHint: 'The requests of your API keys appear here within a minute.',
  table: 'Requests by key',
  days: 'Requests by key and day',
  showDays: 'Show every day',
  key: 'Key',
  date: 'Day',
  accepted: 'Accepted',
  rateLimited: 'Rate limited (429)',
  failedRequests: 'Other errors',
  label: (accepted: number, rateLimited: number, failed: number) =>
    `${counted(accepted, 'accepted request', 'accepted requests')}, ${rateLimited.toLocaleString('en')} rate limited, ${counted(failed, 'other error', 'other errors')}`,
  bar: (date: string, label: string) => `${date}: ${label}`,
  unknownKey: 'Deleted key',
};
