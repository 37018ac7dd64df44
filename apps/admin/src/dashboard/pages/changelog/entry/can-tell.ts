import type { ChangelogEntry } from '@libs/contract';

/** Whether people can be told about an entry: once, unless that was cancelled (changelog.md 10). */
export const canTell = ({ notification }: Pick<ChangelogEntry, 'notification'>): boolean =>
  notification === null || notification.state === 'cancelled';
