import { DomainError, type Actor, type Clock, type Valid } from '@libs/kernel';
import { feedbackNotFound, type Feedback } from '../items/feedback';
import type { FeedbackRepository } from '../items/feedback.ports';
import { assertVersion, type ExpectedVersion } from '../items/revision';
import type { StorageLimit } from '../storage/storage-limit';
import type { CardTexts, PublicCard } from './public-card';

/** Who changes a card, and the version of the item that they expect. */
interface CardChange {
  readonly by: Actor;
  readonly expected: ExpectedVersion;
}

interface Publishing extends CardChange {
  readonly texts: Valid<CardTexts>;
  /** URL of the account's form, below which the page of the card is. */
  readonly formUrl: string;
}

/** Publishes items (public.md 1). */
export class PublicCardUseCases {
  constructor(
    private readonly items: Pick<FeedbackRepository, 'find' | 'revise'>,
    private readonly clock: Clock,
    private readonly storage: StorageLimit,
  ) {}

  /**
   * Publishes an item, or changes its card.
   * @throws DomainError `not_found`, `precondition_failed`, `conflict` if the item is merged
   */
  async publish(accountId: string, id: string, { texts, formUrl, ...change }: Publishing): Promise<Feedback> {
    this.storage.assertBelowStorageLimit(accountId);
    const { title, text = null } = texts;
    return this.change(accountId, id, change, (item, at) => ({
      url: `${formUrl}/items/${item.id}`,
      text,
      title,
      published_at: item.public?.published_at ?? at,
    }));
  }

  /** Ends the card of an item. Without one, nothing changes. @throws DomainError as `publish` */
  async end(accountId: string, id: string, change: CardChange): Promise<Feedback> {
    return this.change(accountId, id, change, () => null);
  }

  /** Repeats the change if someone else has changed the item since it was read, unless the caller expects a version. */
  private async change(
    accountId: string,
    id: string,
    { by, expected }: CardChange,
    cardOf: (item: Feedback, at: string) => PublicCard | null,
  ): Promise<Feedback> {
    for (;;) {
      const at = this.clock().toISOString();
      const item = await this.items.find(accountId, id.toLowerCase());
      if (!item) throw feedbackNotFound();
      assertVersion(item, expected);
      const revision = { change: { public: cardOf(item, at) }, expected: [item.version], by, at };
      const next = await this.items.revise(accountId, item.id, revision).catch(nullIfChanged);
      if (next) return next;
    }
  }
}

function nullIfChanged(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'precondition_failed') return null;
  throw error;
}
