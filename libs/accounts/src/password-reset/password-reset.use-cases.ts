import { DomainError, isEmail, memberActor, type Clock, type Requester } from '@libs/kernel';
import { digestOf } from '../secret-digest';
import { PASSWORD_RESET_SECONDS } from '../mail/mail';
import type { MailComposer } from '../mail/mail-composer';
import type { MembershipRepository } from '../memberships/membership.ports';
import type { PersonRepository } from '../people/person.ports';
import type { PersonUseCases } from '../people/person.use-cases';
import { isToken, newToken } from '../sessions/session';
import type { ForeignAccess } from './foreign-access';
import type { PasswordResetRepository } from './password-reset.ports';

/** Use cases of people who forgot their password (mail.md 4). */
export class PasswordResetUseCases {
  constructor(
    private readonly ports: {
      readonly people: Pick<PersonRepository, 'findByEmail'>;
      readonly memberships: Pick<MembershipRepository, 'listOf'>;
      readonly resets: PasswordResetRepository;
      /** Null without mail. */
      readonly mail: MailComposer | null;
    },
    private readonly foreignAccess: Pick<ForeignAccess, 'remove'>,
    private readonly passwords: Pick<PersonUseCases, 'newPasswordOf'>,
    private readonly clock: Clock,
  ) {}

  /** Sends a link. No effect for an unknown email address, and without mail. */
  async request(email: string): Promise<void> {
    const { people, memberships, mail, resets } = this.ports;
    const person = mail && isEmail(email) ? await people.findByEmail(email) : null;
    if (!person || !mail) return;
    const [first] = await memberships.listOf(person.id);
    const token = newToken();
    const createdAt = this.clock();
    const expiresAt = new Date(createdAt.getTime() + PASSWORD_RESET_SECONDS * 1000);
    const reset = { personId: person.id, digest: digestOf(token), createdAt, expiresAt };
    const content = { kind: 'password_reset', to: person.email, parameters: { token } } as const;
    await resets.add(reset, [mail.compose(first?.account.id ?? null, content)]);
  }

  /**
   * Sets a new password and ends all sessions. If no one had confirmed the email address, also removes what someone else
   * may have set up (mail.md 8). Returns the email address of the person, and the accounts in which it did so. A rejected
   * password doesn't use up the link. Signs no one in.
   * @throws DomainError `gone` `link_invalid`; `validation`
   */
  async confirm(
    token: string,
    password: string,
    by: Requester,
  ): Promise<{ readonly email: string; readonly recovered: readonly string[] }> {
    const { resets } = this.ports;
    const digest = digestOf(token);
    const person = isToken(token) ? await resets.find(digest, this.clock()) : null;
    if (!person) throw linkInvalid();
    const actor = { ...by, ...memberActor(person.id) };
    const change = await this.passwords.newPasswordOf(person, password, actor);
    const removeForeign = async () =>
      person.emailConfirmedAt ? [] : this.foreignAccess.remove(person.id, actor);
    // Before the link is used up, so that it can be repeated, and after the sessions have ended.
    await removeForeign();
    if (!(await resets.use(digest, this.clock(), change))) throw linkInvalid();
    return { email: person.email, recovered: await removeForeign() };
  }

  /** Deletes resets that are no longer valid. */
  removeExpired(): Promise<void> {
    return this.ports.resets.removeExpired(this.clock());
  }
}

/** The error of a link that was sent by mail, whatever the reason. */
export const linkInvalid = () =>
  new DomainError('gone', 'link_invalid', 'The link is invalid, has expired, or was already used');
