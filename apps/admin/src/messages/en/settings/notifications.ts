import { number } from '../numbers';

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
  actors: {
    owner: 'You',
    api_key: (name: string | undefined) => (name === undefined ? 'An API key' : `API key “${name}”`),
    visitor: 'A visitor',
    import: 'An import',
    system: 'Administrator',
  },
  kinds: {
    newItem: (title: string | undefined) => (title ? `New feedback: ${title}` : 'New feedback'),
    newItems: (count: number) => `${number(count)} new feedback items`,
    mentioned: (by: string | null, title: string | undefined) =>
      `${by ?? 'Someone'} mentioned you in a note${title ? ` on “${title}”` : ''}`,
    assigned: (by: string | null, title: string | undefined) =>
      by === null
        ? `${title ? `“${title}”` : 'An item'} was assigned to you`
        : `${by} assigned ${title ? `“${title}”` : 'an item'} to you`,
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
