import {
  DomainError,
  isEmail,
  ownerActor,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
} from '@libs/kernel';
import type { AccountRepository, PasswordHasher } from '../account/account.ports';
import { newPassword, type CommonPasswords } from '../account/password';
import { digestOf } from '../digest';
import { PASSWORD_RESET_SECONDS } from '../mail/mail';
import type { MailComposer } from '../mail/mail-composer';
import type { SecurityNotices } from '../mail/security-notices';
import { isToken, newToken } from '../sessions/session';
import type { PasswordResetRepository } from './password-reset.ports';

/** Use cases of people who forgot their password (mail.md 4). */
export class PasswordResetUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly resets: PasswordResetRepository;
      readonly passwords: PasswordHasher;
      readonly notices: Pick<SecurityNotices, 'passwordChanged'>;
      /** Null without mail. */
      readonly mail: MailComposer | null;
    },
    private readonly commonPasswords: CommonPasswords,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** Sends a link. No effect for an unknown email address, and without mail. */
  async request(email: string): Promise<void> {
    const { accounts, mail, resets } = this.ports;
    const match = mail && isEmail(email) ? await accounts.findOwner(email) : null;
    if (!match || !mail) return;
    const { account, owner } = match;
    const token = newToken();
    const createdAt = this.clock();
    const expiresAt = new Date(createdAt.getTime() + PASSWORD_RESET_SECONDS * 1000);
    const reset = {
      accountId: account.id,
      personId: owner.id,
      digest: digestOf(token),
      createdAt,
      expiresAt,
    };
    const content = { kind: 'password_reset', to: owner.email, parameters: { token } } as const;
    await resets.add(reset, [mail.compose(account.id, content)]);
  }

  /**
   * Sets a new password and ends all sessions. Returns the email address of the person. A rejected password doesn't use
   * up the link.
   * @throws DomainError `gone` `link_invalid`; `validation`
   */
  async confirm(token: string, password: string, by: Requester): Promise<string> {
    const { resets, passwords, notices } = this.ports;
    const digest = digestOf(token);
    const match = isToken(token) ? await resets.find(digest, this.clock()) : null;
    if (!match) throw linkInvalid();
    const passwordHash = await passwords.hash(newPassword(password, match, this.commonPasswords));
    const event = this.newEvent(match.account.id, 'owner.password_reset', {
      ...by,
      ...ownerActor(match.owner.id),
    });
    const change = { passwordHash, event, mail: notices.passwordChanged(match) };
    if (!(await resets.use(digest, this.clock(), change))) throw linkInvalid();
    return match.owner.email;
  }

  /** Deletes resets that are no longer valid. */
  removeExpired(): Promise<void> {
    return this.ports.resets.removeExpired(this.clock());
  }
}

/** The error of a link that was sent by mail, whatever the reason. */
export const linkInvalid = () =>
  new DomainError('gone', 'link_invalid', 'The link is invalid, has expired, or was already used');
