const number = (value: number) => value.toLocaleString('en');

export const notifications = {
  title: 'Notifications',
  panel: {
    list: 'Notifications, newest first',
    loading: 'Loading notifications',
    readAll: 'Mark all as read',
    read: 'Mark as read',
    readOne: (text: string) => `Mark as read: ${text}`,
    unread: 'unread',
    settings: 'Notification settings',
    more: 'Load more',
    emptyTitle: 'No notifications',
    emptyText:
      'New feedback, items assigned to you, mentions in notes, and problems with webhooks and imports appear here.',
  },
  kinds: {
    newItem: (title: string | undefined) => (title ? `New feedback: ${title}` : 'New feedback'),
    newItems: (count: number) => `${number(count)} new feedback items`,
    mentioned: (title: string | undefined) =>
      title ? `A note on “${title}” mentions you` : 'A note mentions you',
    assigned: (title: string | undefined) =>
      title ? `Assigned to you: ${title}` : 'An item was assigned to you',
    assignedItems: (count: number) => `${number(count)} items were assigned to you`,
    webhookDisabled: (host: string) => `The webhook to ${host} was disabled`,
    importFinished: (created: number) =>
      `Import finished: ${created === 1 ? '1 item' : `${number(created)} items`} added`,
    importsFinished: (count: number) => `${number(count)} imports finished`,
    importFailed: (failed: number, rows: number) =>
      failed > 0
        ? `Import failed: ${number(failed)} of ${number(rows)} rows ${failed === 1 ? 'is' : 'are'} invalid`
        : 'Import failed',
    importsFailed: (count: number) => `${number(count)} imports failed`,
  },
};
