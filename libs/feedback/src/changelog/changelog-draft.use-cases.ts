import type { Clock, Valid } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { FeedbackRepository } from '../items/feedback.ports';
import type { PublicCardFinder, ShownCard } from '../public-cards/public-card.ports';
import type { ChangelogRepository, ShownEntry } from './changelog.ports';
import { ENTRY_ITEMS_MAX, type EntryPreview } from './entry';

/** Maximum number of shipped cards that are looked at, the newest ones. */
const CARDS_MAX = 500;

/** An entry that is not stored, as visitors would see it, and its items in its order. */
export interface PreviewedEntry {
  readonly entry: ShownEntry;
  readonly items: readonly Feedback[];
}

/** What helps members to write entries (changelog.md 7). */
export class ChangelogDraftUseCases {
  constructor(
    private readonly ports: {
      readonly entries: Pick<ChangelogRepository, 'findUsed'>;
      readonly items: Pick<FeedbackRepository, 'findAll'>;
      readonly cards: Pick<PublicCardFinder, 'list'>;
    },
    private readonly clock: Clock,
  ) {}

  /** Returns shipped cards that are in no entry, the last shipped one first: as many as an entry can have. */
  async unusedCards(accountId: string): Promise<readonly ShownCard[]> {
    const cards = await this.ports.cards.list(accountId, ['shipped'], CARDS_MAX);
    const ids = cards.map(({ id }) => id);
    const used = new Set(await this.ports.entries.findUsed(accountId, ids));
    return cards.filter(({ id }) => !used.has(id)).slice(0, ENTRY_ITEMS_MAX);
  }

  /** Items that are not found are left out. */
  async preview(
    accountId: string,
    { title = '', text = '', items: ids = [], published_at }: Valid<EntryPreview>,
  ): Promise<PreviewedEntry> {
    const items = await this.found(accountId, ids);
    const targets = new Set(items.map((item) => item.merged_into ?? item.id));
    const cards = (await this.found(accountId, [...targets])).flatMap(({ id, public: card }) =>
      card ? [{ id, title: card.title }] : [],
    );
    const now = this.clock().toISOString();
    return { entry: { id: '', title, text, publishedAt: published_at ?? now, updatedAt: now, cards }, items };
  }

  private async found(accountId: string, ids: readonly string[]): Promise<readonly Feedback[]> {
    return (await this.ports.items.findAll(accountId, ids)).filter((item) => item !== null);
  }
}
