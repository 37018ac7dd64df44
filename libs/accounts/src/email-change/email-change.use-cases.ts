import {
  DomainError,
  ownerActor,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
} from '@libs/kernel';
import { takenError } from '../account/account';
import type { AccountRepository, OwnerOfAccount } from '../account/account.ports';
import { ownerNotFound } from '../account/account.use-cases';
import { digestOf } from '../digest';
import { EMAIL_CHANGE_SECONDS } from '../mail/mail';
import type { MailComposer } from '../mail/mail-composer';
import { linkInvalid } from '../password-reset/password-reset.use-cases';
import { isToken, newToken } from '../sessions/session';
import type { EmailChange, EmailChangeRepository } from './email-change.ports';

/** Use cases of people who change their email address, if mail is configured (mail.md 5). */
export class EmailChangeUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly changes: EmailChangeRepository;
      /** Null without mail: then addresses change without confirmation. */
      readonly mail: MailComposer | null;
    },
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** Whether a new email address must be confirmed. */
  get isRequired(): boolean {
    return this.ports.mail !== null;
  }

  /**
   * Sends a link to the new email address, and a notice to the old one. Replaces a pending change.
   * @throws DomainError `conflict` `email_taken`; `not_found`
   */
  async start(accountId: string, personId: string, email: string): Promise<void> {
    const match = await this.ports.accounts.findOwnerOf(accountId, personId);
    if (!match) throw ownerNotFound();
    const holder = await this.ports.accounts.findOwner(email);
    if (holder && holder.owner.id !== personId) throw takenError(['email']);
    const parameters = { newEmail: email };
    const notice = { kind: 'email_change_requested', to: match.owner.email, parameters } as const;
    await this.send(match, email, [this.composer.compose(accountId, notice)]);
  }

  /** Sends the link again. Earlier links become invalid. @throws DomainError `not_found` */
  async sendAgain(accountId: string, personId: string): Promise<void> {
    const pending = await this.pending(accountId, personId);
    const match = await this.ports.accounts.findOwnerOf(accountId, personId);
    if (!pending || !match) throw noPendingEmail();
    await this.send(match, pending.email, []);
  }

  /** Returns the change that waits for its confirmation; null if there is none. */
  pending(accountId: string, personId: string): Promise<EmailChange | null> {
    return this.ports.changes.find(accountId, personId, this.clock());
  }

  /** @throws DomainError `not_found` */
  async cancel(accountId: string, personId: string): Promise<void> {
    if (!(await this.ports.changes.cancel(accountId, personId))) throw noPendingEmail();
  }

  /**
   * Sets the email address of the link, and tells the old one. Returns the new email address.
   * @throws DomainError `gone` `link_invalid`; `conflict` `email_taken`
   */
  async confirm(token: string, by: Requester): Promise<string> {
    if (!isToken(token)) throw linkInvalid();
    const confirmed = await this.ports.changes.confirm(digestOf(token), this.clock(), (match, email) => ({
      event: this.newEvent(match.account.id, 'owner.email_changed', { ...by, ...ownerActor(match.owner.id) }),
      mail: this.changedNotice(match, email),
    }));
    if (!confirmed) throw linkInvalid();
    return confirmed.owner.email;
  }

  /** Deletes changes that are no longer valid. */
  removeExpired(): Promise<void> {
    return this.ports.changes.removeExpired(this.clock());
  }

  private async send({ account, owner }: OwnerOfAccount, email: string, more: Mail): Promise<void> {
    const token = newToken();
    const createdAt = this.clock();
    const expiresAt = new Date(createdAt.getTime() + EMAIL_CHANGE_SECONDS * 1000);
    const ids = { accountId: account.id, personId: owner.id };
    const link = { kind: 'email_confirmation', to: email, parameters: { token } } as const;
    const mail = [this.composer.compose(account.id, link), ...more];
    const change = { ...ids, email, digest: digestOf(token), createdAt, expiresAt };
    if (!(await this.ports.changes.add(change, mail))) throw ownerNotFound();
  }

  private changedNotice({ account, owner }: OwnerOfAccount, newEmail: string): Mail {
    const notice = { kind: 'email_changed', to: owner.email, parameters: { newEmail } } as const;
    return this.ports.mail ? [this.ports.mail.compose(account.id, notice)] : [];
  }

  private get composer(): MailComposer {
    if (!this.ports.mail) throw new Error('mail is not configured');
    return this.ports.mail;
  }
}

type Mail = Parameters<EmailChangeRepository['add']>[1];

const noPendingEmail = () =>
  new DomainError('not_found', 'no_pending_email', 'No change of the email address is pending');
