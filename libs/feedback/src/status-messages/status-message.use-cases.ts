import {
  objectRule,
  optional,
  PAGE_MAX,
  required,
  type Actor,
  type Clock,
  type ValuesOf,
} from '@libs/kernel';
import { linesRule } from '../batch/lines.rule';
import { feedbackNotFound, type Feedback } from '../items/feedback';
import type { FeedbackRepository } from '../items/feedback.ports';
import { idRule, statusRule } from '../items/feedback.rules';
import { mailNotConfigured, messageRule } from './notify';
import { LISTED_MAX, type Notice, type StatusMessage } from './status-message';
import type { Audience, StatusMessageRepository } from './status-message.ports';

const CHANGED = { id: required(idRule), previous_status: required(statusRule) };
const ASKED = { items: required(linesRule(objectRule(CHANGED))), message: optional(messageRule) };
/** The body of a member's request for messages about items whose status has changed (status-messages.md 6). */
export const askedMessagesRule = objectRule(ASKED);
export type AskedMessages = ValuesOf<typeof ASKED>;

/** Use cases of messages about status (status-messages.md). */
export class StatusMessageUseCases {
  constructor(
    private readonly ports: {
      readonly messages: StatusMessageRepository;
      readonly items: Pick<FeedbackRepository, 'findAll'>;
      readonly hasMail: boolean;
    },
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `not_found` */
  async list(accountId: string, itemId: string): Promise<readonly StatusMessage[]> {
    const messages = await this.ports.messages.list(accountId, itemId.toLowerCase(), LISTED_MAX);
    if (!messages) throw feedbackNotFound();
    return messages;
  }

  /** @throws DomainError `not_found`, `conflict` */
  async cancel(accountId: string, itemId: string, id: string): Promise<void> {
    await this.ports.messages.cancel(accountId, itemId.toLowerCase(), id.toLowerCase());
  }

  audience(accountId: string, itemIds: readonly string[]): Promise<Audience> {
    return this.ports.messages.audience(accountId, itemIds);
  }

  /**
   * Holds messages about changes that were made before. Items that are unknown, merged, or have their earlier status
   * have none.
   * @throws DomainError `permission` without mail, `rate_limit`
   */
  async ask(accountId: string, asked: AskedMessages, by: Actor): Promise<readonly StatusMessage[]> {
    this.assertMail();
    const found = await this.changedItems(accountId, asked);
    const notices = found.map(({ item, previous_status }): Notice => ({
      feedback_id: item.id,
      previous_status,
      message: asked.message ?? null,
      isChange: true,
    }));
    return this.ports.messages.hold(accountId, notices, by, this.clock().toISOString());
  }

  /** The items that a request names, whose status is another one than before. */
  async changedItems(
    accountId: string,
    { items }: Pick<AskedMessages, 'items'>,
  ): Promise<readonly { readonly item: Feedback; readonly previous_status: Feedback['status'] }[]> {
    const lines = [...new Map(items.map((line) => [line.id, line])).values()];
    const found = await this.ports.items.findAll(
      accountId,
      lines.map(({ id }) => id),
    );
    return found.flatMap((item, i) => {
      const { previous_status } = lines[i]!;
      const isChanged = item?.merged_into === null && item.status !== previous_status;
      return isChanged ? [{ item, previous_status }] : [];
    });
  }

  /** @throws DomainError `permission` without mail */
  assertMail(): void {
    if (!this.ports.hasMail) throw mailNotConfigured();
  }

  /** Yields pages of all messages, for an export of the account. */
  async *all(accountId: string): AsyncGenerator<readonly StatusMessage[]> {
    for (let after: string | null = null; ;) {
      const page: readonly StatusMessage[] = await this.ports.messages.listAll(accountId, after, PAGE_MAX);
      yield page;
      if (page.length < PAGE_MAX) return;
      after = page.at(-1)!.id;
    }
  }

  /** Deletes all messages of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.ports.messages.removeAll(accountId);
  }
}
