import type { AccountUseCases } from '@libs/accounts';
import type { ShownChangelogUseCases, ShownEntry } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import { PageCache, versionOf, type ShownAtTime } from '../visitor-pages/page-cache';

/** The newest entries of an account at a time. */
export interface CurrentChangelog extends ShownAtTime {
  /** The last published one first. */
  readonly entries: readonly ShownEntry[];
}

/** The changelogs of accounts, and their pages (changelog.md 5). */
export class ChangelogCache extends PageCache<CurrentChangelog> {
  constructor(
    accounts: Pick<AccountUseCases, 'findBySlug'>,
    changelog: Pick<ShownChangelogUseCases, 'newest'>,
    clock: Clock,
  ) {
    const read = async (slug: string) => {
      const account = await accounts.findBySlug(slug);
      const isShown = account.publicPages.changelog && !account.suspendedAt;
      const entries = isShown ? await changelog.newest(account.id) : [];
      const now = clock();
      return { account, entries, now, version: versionOf(account, entries, now) };
    };
    super(read, ({ entries }) => entries.reduce((sum, entry) => sum + sizeOf(entry), 0));
  }
}

const sizeOf = ({ title, text, cards }: ShownEntry): number =>
  300 + 2 * (title.length + text.length) + cards.reduce((sum, card) => sum + 100 + 2 * card.title.length, 0);
