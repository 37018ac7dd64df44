import {
  DomainError,
  memberActor,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
} from '@libs/kernel';
import { takenError } from '../account/account';
import { digestOf } from '../secret-digest';
import { EMAIL_CHANGE_SECONDS } from '../mail/mail';
import type { MailComposer } from '../mail/mail-composer';
import type { MembershipRepository } from '../memberships/membership.ports';
import { personNotFound, type Person } from '../people/person';
import type { PersonRepository } from '../people/person.ports';
import { linkInvalid } from '../password-reset/password-reset.use-cases';
import { isToken, newToken, type SignedIn } from '../sessions/session';
import type { EmailChange, EmailChangeRepository } from './email-change.ports';

/** Use cases of people who confirm an email address, if mail is configured (mail.md 5, mail.md 8). */
export class EmailChangeUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly people: Pick<PersonRepository, 'find' | 'findByEmail'>;
      readonly memberships: Pick<MembershipRepository, 'listOf'>;
      readonly changes: EmailChangeRepository;
      /** Null without mail: then addresses change without confirmation. */
      readonly mail: MailComposer | null;
      /** Receives the error of a link to a new person. */
      readonly onError: (error: unknown) => void;
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
  async start({ accountId, person }: SignedIn, email: string): Promise<void> {
    const holder = await this.ports.people.findByEmail(email);
    if (holder && holder.id !== person.id) throw takenError(['email']);
    const parameters = { newEmail: email };
    const notice = { kind: 'email_change_requested', to: person.email, parameters } as const;
    const notices = person.emailConfirmedAt ? [this.composer.compose(accountId, notice)] : [];
    await this.send(accountId, person, email, notices);
  }

  /** Sends a new person a link that confirms the email address. Doesn't reject, because it can be sent again. */
  async welcome(accountId: string, person: Person): Promise<void> {
    if (!this.isUnconfirmed(person)) return;
    await this.send(accountId, person, person.email).catch(this.ports.onError);
  }

  /** Returns the address that waits for its confirmation. @throws DomainError `not_found` */
  async waitingAddress({ personId, person }: SignedIn): Promise<string> {
    const pending = await this.pending(personId);
    const email = pending?.email ?? (this.isUnconfirmed(person) ? person.email : null);
    if (email === null) throw noPendingEmail();
    return email;
  }

  /** Sends a link to the `waitingAddress` again. Earlier links become invalid. @throws DomainError `not_found` */
  async sendAgain(member: SignedIn, email: string): Promise<void> {
    await this.send(member.accountId, member.person, email);
  }

  /** Whether no one has confirmed the address of a person. Without mail, all count as confirmed. */
  isUnconfirmed({ emailConfirmedAt }: Pick<Person, 'emailConfirmedAt'>): boolean {
    return this.isRequired && emailConfirmedAt === null;
  }

  /** Returns the change that waits for its confirmation; null if there is none, and without mail. */
  async pending(personId: string): Promise<EmailChange | null> {
    return this.isRequired ? this.ports.changes.find(personId, this.clock()) : null;
  }

  /** @throws DomainError `not_found` */
  async cancel(personId: string): Promise<void> {
    if (!(await this.ports.changes.cancel(personId))) throw noPendingEmail();
  }

  /**
   * Sets the email address of the link. If it is a new one, tells the old one, and each account of the person records it.
   * Returns the email address. Someone who gets the link of an account of another person must not make it their own.
   * @param signedInAs the ID of the person of the session; null without a session
   * @throws DomainError `gone` `link_invalid`; `permission` `sign_in_to_confirm`; `conflict` `email_taken`
   */
  async confirm(token: string, signedInAs: string | null, by: Requester): Promise<string> {
    const { changes, memberships, people } = this.ports;
    const digest = digestOf(token);
    const change = isToken(token) ? await changes.findByDigest(digest, this.clock()) : null;
    const person = change && (await people.find(change.personId));
    if (!change || !person) throw linkInvalid();
    if (person.id !== signedInAs) throw signInToConfirm();
    const isNew = change.email !== person.email;
    const ids = (await memberships.listOf(person.id)).map(({ account }) => account.id);
    const actor = { ...by, ...memberActor(person.id) };
    const events = isNew ? ids.map((id) => this.newEvent(id, 'owner.email_changed', actor)) : [];
    const isTold = isNew && person.emailConfirmedAt !== null;
    const mail = isTold ? this.changedNotice(ids[0] ?? null, person.email, change.email) : [];
    const confirmed = await changes.confirm(digest, this.clock(), { events, mail });
    if (!confirmed) throw linkInvalid();
    return confirmed.email;
  }

  /** Deletes changes that are no longer valid. */
  removeExpired(): Promise<void> {
    return this.ports.changes.removeExpired(this.clock());
  }

  private async send(
    accountId: string,
    person: SignedIn['person'],
    email: string,
    more: Mail = [],
  ): Promise<void> {
    const token = newToken();
    const createdAt = this.clock();
    const expiresAt = new Date(createdAt.getTime() + EMAIL_CHANGE_SECONDS * 1000);
    const parameters = { token, isNewPerson: email === person.email };
    const link = { kind: 'email_confirmation', to: email, parameters } as const;
    const mail = [this.composer.compose(accountId, link), ...more];
    const change = { personId: person.id, email, digest: digestOf(token), createdAt, expiresAt };
    if (!(await this.ports.changes.add(change, mail))) throw personNotFound();
  }

  private changedNotice(accountId: string | null, to: string, newEmail: string): Mail {
    const notice = { kind: 'email_changed', to, parameters: { newEmail } } as const;
    return this.ports.mail ? [this.ports.mail.compose(accountId, notice)] : [];
  }

  private get composer(): MailComposer {
    if (!this.ports.mail) throw new Error('mail is not configured');
    return this.ports.mail;
  }
}

type Mail = Parameters<EmailChangeRepository['add']>[1];

const signInToConfirm = () =>
  new DomainError(
    'permission',
    'sign_in_to_confirm',
    'Sign in to the account in this browser, and open the link again',
  );

const noPendingEmail = () =>
  new DomainError('not_found', 'no_pending_email', 'No change of the email address is pending');
