import {
  memberActor,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Valid,
} from '@libs/kernel';
import { accountNotFound, accountSuspended } from '../account/account';
import type { PasswordHasher } from '../account/account.ports';
import { newPassword, type CommonPasswords } from '../account/password';
import { digestOf } from '../secret-digest';
import { INVITATIONS_MAX, MEMBERS_MAX } from '../limits';
import type { OutboxMessage } from '../mail/mail';
import type { MailComposer } from '../mail/mail-composer';
import type { SecurityNotices } from '../mail/security-notices';
import { leastToManage, type AccountOfPerson } from '../memberships/membership';
import type { MembershipRepository } from '../memberships/membership.ports';
import { isSameName, nameTaken, type Person } from '../people/person';
import { isToken, newToken, type SignedIn } from '../sessions/session';
import {
  alreadyMember,
  invitationEnd,
  invitationNotFound,
  tooManyInvitations,
  tooManyMembers,
  type Invitation,
  type IssuedInvitation,
  type OfferedInvitation,
} from './invitation';
import type { InvitationRepository, Joining } from './invitation.ports';
import type { NewInvitation } from './invitation.rules';

/** Use cases of invitations (team.md 5). */
export class InvitationUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly invitations: InvitationRepository;
      readonly memberships: Pick<MembershipRepository, 'list' | 'listOf'>;
      readonly passwords: PasswordHasher;
      readonly notices?: Pick<SecurityNotices, 'memberAdded'>;
      /** Null without mail: then no one can confirm an address. */
      readonly mail?: MailComposer | null;
    },
    private readonly commonPasswords: CommonPasswords,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Only this result contains the token. With an email address, it is also sent there, if mail is on and the inviter has
   * confirmed their own address.
   * @throws DomainError `permission` `role_required`; `conflict` `invitation_limit_reached`; `not_found`
   */
  async issue(
    member: SignedIn,
    { role, email }: Valid<NewInvitation>,
    by: Requester,
  ): Promise<IssuedInvitation> {
    const { accountId, personId: createdBy } = member;
    const createdAt = this.clock();
    const token = newToken();
    const dates = { createdAt, expiresAt: invitationEnd(createdAt) };
    const id = this.newId(createdAt);
    const secret = { id, accountId, digest: digestOf(token) };
    const invitation = { ...secret, role, email: email ?? null, createdBy, ...dates };
    const inviter = { ...by, leastRole: leastToManage(role) };
    const event = this.newEvent(accountId, 'invitation.created', inviter, { id, name: role });
    const message = this.messageOf(member, invitation, token);
    const outcome = await this.ports.invitations.add(invitation, INVITATIONS_MAX, event, message);
    if (outcome === 'account_not_found') throw accountNotFound();
    if (outcome === 'limit_reached') throw tooManyInvitations();
    return { invitation, token, isSent: message.length > 0 };
  }

  private messageOf(
    { account, person }: SignedIn,
    { role, email: to }: Invitation,
    token: string,
  ): readonly OutboxMessage[] {
    const { mail } = this.ports;
    if (!mail || to === null || !this.isSentBy({ person })) return [];
    const parameters = { account: account.name, by: person.name, role, token };
    return [mail.compose(account.id, { kind: 'invitation', to, parameters })];
  }

  /**
   * Whether invitations of a member are sent to their email address. Not those of a member who has not confirmed their own
   * address, because they could send texts to strangers under a false name.
   */
  isSentBy({ person }: Pick<SignedIn, 'person'>): boolean {
    return Boolean(this.ports.mail) && person.emailConfirmedAt !== null;
  }

  /** Returns the invitations that can be accepted, newest first. */
  list(accountId: string): Promise<readonly Invitation[]> {
    return this.ports.invitations.list(accountId, this.clock());
  }

  /** @throws DomainError `not_found` */
  async revoke({ accountId }: SignedIn, id: string, by: Requester): Promise<void> {
    const invitationId = id.toLowerCase();
    const event = this.newEvent(accountId, 'invitation.revoked', by, { id: invitationId });
    if (!(await this.ports.invitations.remove(accountId, invitationId, event))) throw invitationNotFound();
  }

  /** @throws DomainError `not_found`; `permission` `account_suspended` */
  async find(token: string): Promise<OfferedInvitation> {
    const { invitations } = this.ports;
    const found = isToken(token) ? await invitations.findByDigest(digestOf(token), this.clock()) : null;
    if (!found) throw invitationNotFound();
    if (found.account.suspendedAt) throw accountSuspended();
    return found;
  }

  /**
   * Returns the account that a person would join, and changes nothing.
   * @throws DomainError `not_found`; `permission` `account_suspended`; `conflict` `already_member`, `name_taken`
   */
  async offerTo(
    token: string,
    { id, name }: Pick<Person, 'id' | 'name'>,
    newName = name,
  ): Promise<AccountOfPerson> {
    const { invitation, account } = await this.find(token);
    const { memberships } = this.ports;
    const own = await memberships.listOf(id);
    if (own.some((membership) => membership.account.id === account.id)) throw alreadyMember();
    // A new name applies in all accounts of the person.
    const accounts = [account, ...(newName === name ? [] : own.map((membership) => membership.account))];
    const people = (await Promise.all(accounts.map((one) => memberships.list(one.id)))).flat();
    const isTaken = people.some(({ person }) => person.id !== id && isSameName(person.name, newName));
    if (isTaken) throw nameTaken('new_name');
    return { account, role: invitation.role };
  }

  /**
   * Makes a person a member.
   * @param newName the name that the person gets in all accounts
   * @throws DomainError `not_found`; `conflict` `already_member`, `member_limit_reached`, `name_taken`
   */
  async accept<P extends SignedIn['person']>(
    token: string,
    current: P,
    by: Requester,
    newName?: string,
  ): Promise<AccountOfPerson & { readonly person: P }> {
    const person = { ...current, name: newName ?? current.name };
    const renamed = newName === undefined ? {} : { newName };
    return { ...(await this.join(token, person, by, renamed)), person };
  }

  /**
   * Creates a person who becomes a member.
   * @throws DomainError `not_found`; `validation`; `conflict` `email_taken`, `member_limit_reached`, `name_taken`
   */
  async acceptAsNew(
    token: string,
    { name, email, password }: Pick<Person, 'name' | 'email'> & { readonly password: string },
    by: Requester,
  ): Promise<AccountOfPerson & { readonly person: Person }> {
    const { account } = await this.find(token);
    const context = { accountNames: [account.name], email };
    const passwordHash = await this.ports.passwords.hash(
      newPassword(password, context, this.commonPasswords),
    );
    const createdAt = this.clock();
    const emailConfirmedAt = this.ports.mail ? null : createdAt;
    const person = { id: this.newId(createdAt), name, email, passwordHash, createdAt, emailConfirmedAt };
    return { ...(await this.join(token, person, by, { person })), person };
  }

  private async join(
    token: string,
    person: SignedIn['person'],
    by: Requester,
    change: Pick<Joining, 'person' | 'newName'>,
  ): Promise<AccountOfPerson> {
    const { invitation, account } = await this.find(token);
    const { invitations, notices } = this.ports;
    const { accountId, role } = invitation;
    const { id } = person;
    const membership = { accountId, personId: id, role, createdAt: this.clock() };
    const event = this.newEvent(accountId, 'member.added', { ...by, ...memberActor(id) }, { id, name: role });
    const mail = await notices?.memberAdded(accountId, person, role);
    const joining = { membership, event, ...change, ...(mail && { mail }) };
    const outcome = await invitations.accept(invitation, joining, MEMBERS_MAX);
    if (outcome === 'limit_reached') throw tooManyMembers();
    if (outcome === 'not_found') throw invitationNotFound();
    if (outcome === 'already_member') throw alreadyMember();
    if (outcome === 'name_taken') throw nameTaken(change.person ? 'name' : 'new_name');
    return { account, role };
  }
}
