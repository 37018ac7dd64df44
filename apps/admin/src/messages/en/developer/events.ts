const eventCount = (count: number) =>
  count === 1 ? '1 new event' : `${count.toLocaleString('en')} new events`;
const itemCount = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

export const events = {
  title: 'Events',
  lead: 'Every change to your feedback, newest first.',
  list: 'Events',
  loading: 'Loading events',
  failed: 'Couldn’t load events',
  type: 'Event type',
  allTypes: 'All types',
  pause: 'Pause',
  resume: 'Resume',
  states: { live: 'Live', paused: 'Paused', connecting: 'Connecting…' },
  arrived: eventCount,
  waiting: (count: number, more: boolean) =>
    more ? `${count.toLocaleString('en')}+ new events` : eventCount(count),
  older: 'Load older events',
  olderFailed: 'Couldn’t load older events.',
  emptyTitle: 'No events yet',
  emptyText: 'When someone creates, changes, or deletes feedback, an event appears here.',
  noneTitle: (type: string) => `No ${type} events`,
  noneText: 'Events of this type appear here.',
  noneSoFar: 'None of the newest events has this type.',
  search: 'Search older events',
  showAll: 'Show all types',
  deletedItem: 'Deleted item',
  imported: (created: number, existing: number) =>
    existing === 0
      ? `${itemCount(created)} created`
      : `${itemCount(created)} created, ${existing.toLocaleString('en')} already existed`,
  fields: { title: 'Title', description: 'Description', submitter_email: 'Submitter' },
  statusTo: 'to',
  by: 'by',
  actors: {
    owner: 'You',
    api_key: (name: string | undefined) => name ?? 'API key',
    visitor: 'Visitor',
    import: 'Import',
    system: 'Service',
  },
  json: 'Event as JSON',
  copyJson: 'Copy JSON',
};
