import { Controller, Delete, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import {
  assertReauthenticated,
  EmailChangeUseCases,
  passwordRule,
  personChangeRule,
  PersonUseCases,
  type Person,
  type PersonChange,
  type SignedIn,
} from '@libs/accounts';
import type { Data, PersonSettings, SessionInfo } from '@libs/contract';
import type { Requester, Valid } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';
import { SessionIssuer } from '../sign-in/session-issuer';

/** The signed-in person. A new email address and password require reauthentication (dashboard.md 8). */
@Controller('app/api/person')
export class PersonController {
  constructor(
    private readonly people: PersonUseCases,
    private readonly emailChanges: EmailChangeUseCases,
    private readonly issuer: SessionIssuer,
  ) {}

  @Get()
  @ForMember('own.manage')
  show(@SignedInMember() { person }: SignedIn): Promise<Data<PersonSettings>> {
    return this.settingsOf(person);
  }

  @Patch()
  @ForMember('own.manage', { consumes: ['application/json'] })
  async change(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<PersonSettings>> {
    const change = readBody(personChangeRule, request.body);
    if (change.email !== undefined && change.email !== member.person.email) {
      assertReauthenticated(member);
      const linkTo = this.emailChanges.isRequired ? change.email : null;
      await this.issuer.limits.countEmailChange(member.personId, request.ip, linkTo);
    }
    const changed = await this.apply(change, member, by);
    if (changed.email !== member.person.email) this.issuer.devices.remember(changed.email, request, reply);
    return this.settingsOf(changed);
  }

  @Post('password')
  @HttpCode(200)
  @ForMember('own.manage', { consumes: ['application/json'] })
  async changePassword(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<SessionInfo>> {
    const { password } = readBody(passwordRule, body);
    assertReauthenticated(member);
    await this.people.changePassword(member, password, by);
    const { token, signedIn } = await this.issuer.sessions.restart(member);
    this.issuer.cookie.set(reply, token);
    return { data: await this.issuer.infos.of(signedIn) };
  }

  @Post('pending-email/send')
  @HttpCode(200)
  @ForMember('own.manage')
  async sendAgain(
    @SignedInMember() member: SignedIn,
    @Req() { ip }: FastifyRequest,
  ): Promise<Data<PersonSettings>> {
    const email = await this.emailChanges.waitingAddress(member);
    await this.issuer.limits.countEmailChange(member.personId, ip, email);
    await this.emailChanges.sendAgain(member, email);
    return this.settingsOf(member.person);
  }

  @Delete('pending-email')
  @HttpCode(204)
  @ForMember('own.manage')
  async cancelEmail(@SignedInMember() { personId }: SignedIn): Promise<void> {
    await this.emailChanges.cancel(personId);
  }

  /** With mail, a new email address is pending first (mail.md 5). If it is taken, nothing is changed. */
  private async apply(change: Valid<PersonChange>, member: SignedIn, by: Requester): Promise<Person> {
    const { email, ...others } = change;
    if (!this.emailChanges.isRequired || email === undefined || email === member.person.email) {
      return this.people.change(member, change, by);
    }
    await this.emailChanges.start(member, email);
    return this.people.change(member, others as Valid<PersonChange>, by);
  }

  private async settingsOf(person: SignedIn['person']): Promise<Data<PersonSettings>> {
    const { id, name, email } = person;
    const pending = await this.emailChanges.pending(id);
    const pending_email = pending && { email: pending.email, expires_at: pending.expiresAt.toISOString() };
    const email_confirmed = !this.emailChanges.isUnconfirmed(person);
    return { data: { name, email, email_confirmed, pending_email } };
  }
}
