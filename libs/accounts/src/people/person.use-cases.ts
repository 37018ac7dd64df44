import {
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type SecurityEvent,
  type Valid,
} from '@libs/kernel';
import type { PasswordHasher } from '../account/account.ports';
import { newPassword, type CommonPasswords } from '../account/password';
import type { OutboxMessage } from '../mail/mail';
import type { SecurityNotices } from '../mail/security-notices';
import type { MembershipRepository } from '../memberships/membership.ports';
import type { SessionRepository } from '../sessions/session.ports';
import type { SignedIn } from '../sessions/session';
import { personNotFound, type Person } from './person';
import type { PersonRepository } from './person.ports';
import type { PersonChange } from './person.rules';

/** A reset password, and its effects. */
export interface NewPassword {
  readonly passwordHash: string;
  readonly events: readonly SecurityEvent[];
  readonly mail: readonly OutboxMessage[];
}

/** Use cases of people who change their own name, email address, and password. */
export class PersonUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly people: PersonRepository;
      readonly memberships: Pick<MembershipRepository, 'listOf'>;
      readonly sessions: Pick<SessionRepository, 'removeAll'>;
      readonly passwords: PasswordHasher;
      readonly notices?: Pick<SecurityNotices, 'passwordChanged'>;
    },
    private readonly commonPasswords: CommonPasswords,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** @throws DomainError `conflict` `email_taken`, `name_taken`, and then changes nothing; `not_found` */
  async change(
    { accountId, personId, person: { email } }: SignedIn,
    change: Valid<PersonChange>,
    by: Requester,
  ): Promise<Person> {
    const isNewEmail = change.email !== undefined && change.email !== email;
    const events = isNewEmail ? [this.newEvent(accountId, 'owner.email_changed', by)] : undefined;
    return requirePerson(await this.ports.people.update(personId, change, events));
  }

  /** @throws DomainError `validation`, `not_found` */
  async changePassword(
    { accountId, personId, person, account }: SignedIn,
    password: string,
    by: Requester,
  ): Promise<void> {
    const context = { accountNames: [account.name], email: person.email };
    const { people, passwords, notices } = this.ports;
    const passwordHash = await passwords.hash(newPassword(password, context, this.commonPasswords));
    const event = this.newEvent(accountId, 'owner.password_changed', by);
    const mail = notices?.passwordChanged(accountId, person);
    requirePerson(await people.update(personId, { passwordHash }, [event], mail));
  }

  /**
   * Also ends every session of the person. Each account of the person records it.
   * @throws DomainError `not_found` if there is no such person; `validation`
   */
  async resetPassword(email: string, password: string, by: Requester): Promise<Person> {
    const { people, sessions } = this.ports;
    const person = requirePerson(await people.findByEmail(email.trim()));
    const { passwordHash, events, mail } = await this.newPasswordOf(person, password, by);
    const changed = requirePerson(await people.update(person.id, { passwordHash }, events, mail));
    await sessions.removeAll(person.id);
    return changed;
  }

  /**
   * Returns what a reset of the password stores. The caller must also end every session of the person.
   * @throws DomainError `validation`
   */
  async newPasswordOf(person: Person, password: string, by: Requester): Promise<NewPassword> {
    const { memberships, passwords, notices } = this.ports;
    const accounts = (await memberships.listOf(person.id)).map(({ account }) => account);
    const context = { accountNames: accounts.map(({ name }) => name), email: person.email };
    const passwordHash = await passwords.hash(newPassword(password, context, this.commonPasswords));
    const events = accounts.map(({ id }) =>
      this.newEvent(id, 'owner.password_reset', by, { id: person.id, name: person.name }),
    );
    const mail = notices?.passwordChanged(accounts[0]?.id ?? null, person) ?? [];
    return { passwordHash, events, mail };
  }
}

/** @throws DomainError `not_found` */
function requirePerson(person: Person | null): Person {
  if (!person) throw personNotFound();
  return person;
}
