import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import {
  acceptanceRule,
  EmailChangeUseCases,
  invitationLookupRule,
  InvitationUseCases,
  newInvitationRule,
  type Acceptance,
  type OpenedSession,
  type SignedIn,
} from '@libs/accounts';
import type {
  Data,
  InvitationEntry,
  InvitationOffer,
  IssuedInvitationEntry,
  SessionInfo,
} from '@libs/contract';
import { missingField, throwIfInvalid, VISITOR, type Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { requesterOf } from '../../http/requester';
import { ForMember, ForSignedOut } from '../../http/routes';
import { RequestingMember, SignedInMember } from '../dashboard-pipeline';
import { browserOf, SessionIssuer } from '../sessions/session-issuer';
import { InvitationAddress, invitationJson, offerJson } from './members.http';

const JSON_BODY = { consumes: ['application/json'] };

/** Invitations to the account (team.md 5). The token is never in a URL that a server sees. */
@Controller('app/api/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationUseCases,
    private readonly emailChanges: EmailChangeUseCases,
    private readonly issuer: SessionIssuer,
    private readonly address: InvitationAddress,
  ) {}

  @Get()
  @ForMember('members.manage')
  async list(@SignedInMember() { accountId }: SignedIn): Promise<Data<readonly InvitationEntry[]>> {
    return { data: (await this.invitations.list(accountId)).map(invitationJson) };
  }

  @Post()
  @ForMember('members.manage', JSON_BODY)
  async issue(
    @SignedInMember() member: SignedIn,
    @RequestingMember() by: Requester,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<IssuedInvitationEntry>> {
    const issued = await this.invitations.issue(member, readBody(newInvitationRule, body), by);
    return { data: { ...invitationJson(issued.invitation), url: this.address.urlOf(issued.token) } };
  }

  @Delete(':id')
  @ForMember('members.manage')
  @HttpCode(204)
  async revoke(
    @SignedInMember() member: SignedIn,
    @RequestingMember() by: Requester,
    @Param('id') id: string,
  ): Promise<void> {
    await this.invitations.revoke(member, id, by);
  }

  @Post('lookup')
  @ForSignedOut(JSON_BODY)
  @HttpCode(200)
  async lookup(@Req() { body, ip }: FastifyRequest): Promise<Data<InvitationOffer>> {
    await this.issuer.limits.invitation.count(ip);
    return { data: offerJson(await this.invitations.find(readBody(invitationLookupRule, body).token)) };
  }

  /** For a signed-in person, a person who signs in with this request, or a new person. */
  @Post('accept')
  @ForSignedOut(JSON_BODY)
  @HttpCode(200)
  async accept(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<SessionInfo>> {
    const { cookie, infos, limits, sessions } = this.issuer;
    await limits.invitation.count(request.ip);
    const body = readBody(acceptanceRule, request.body);
    const by = requesterOf(VISITOR, request);
    if (body.email === undefined && body.password === undefined && body.name === undefined) {
      const signedIn = await sessions.authenticate(cookie.tokenOf(request));
      const { account } = await this.invitations.accept(body.token, signedIn.person, by);
      return { data: await infos.of(await sessions.switchAccount(signedIn, account.id)) };
    }
    cookie.assertCanBeSet();
    return this.issuer.issue(await this.open(body, by, request), request, reply);
  }

  private async open(
    { token, name, email, password }: Acceptance,
    by: Requester,
    request: FastifyRequest,
  ): Promise<OpenedSession> {
    throwIfInvalid([
      ...(email === undefined ? [missingField('email')] : []),
      ...(password === undefined ? [missingField('password')] : []),
    ]);
    const credentials = { email: email!, password: password! };
    const { limits, sessions } = this.issuer;
    if (name === undefined) {
      await this.invitations.find(token);
      const browser = await browserOf(this.issuer, credentials.email, request);
      return sessions.signIn(credentials, browser, (person) => this.invitations.accept(token, person, by));
    }
    await limits.signUp.count(request.ip);
    const member = await this.invitations.acceptAsNew(token, { name, ...credentials }, by);
    await this.emailChanges.welcome(member.account.id, member.person);
    return sessions.open(member, request.headers['user-agent']);
  }
}
