import type { Clock, NewId } from '@libs/kernel';
import { MAIL_VALIDITY_SECONDS, type MailContent, type MailKind, type OutboxMessage } from './mail';
import type { MailSeal } from './mail.ports';

/** Creates messages for the outbox. Exists only if mail is configured. */
export class MailComposer {
  constructor(
    private readonly box: MailSeal,
    private readonly clock: Clock,
    private readonly newId: NewId,
    /** Called after a message was created, which will be stored soon. */
    private readonly onComposed: () => void = () => {},
  ) {}

  /**
   * Pass the message to the repository method that makes the change, or to `MailOutbox.add`.
   * @param accountId the account that the message belongs to; null if it belongs to none
   */
  compose<K extends MailKind>(accountId: string | null, content: MailContent<K>): OutboxMessage {
    const createdAt = this.clock();
    const id = this.newId(createdAt);
    const { kind } = content;
    const expiresAt = new Date(createdAt.getTime() + MAIL_VALIDITY_SECONDS[kind] * 1000);
    const sealed = this.box.seal(JSON.stringify(content), contextOf(id));
    this.onComposed();
    return { id, accountId, kind, sealed, createdAt, expiresAt };
  }

  /** @throws Error if the key of the message is unknown */
  open({ id, sealed }: Pick<OutboxMessage, 'id' | 'sealed'>): MailContent {
    return JSON.parse(this.box.open(sealed, contextOf(id))) as MailContent;
  }
}

const contextOf = (id: string): string => `mail ${id}`;
