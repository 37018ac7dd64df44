import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  acceptanceRule,
  EmailChangeUseCases,
  invitationLookupRule,
  InvitationUseCases,
  SecondFactorSignIn,
  secondStepRule,
  type Acceptance,
  type JoiningSignIn,
  type OpenedSession,
} from '@libs/accounts';
import type { Data, InvitationOffer, SessionInfo } from '@libs/contract';
import { missingField, parse, throwIfInvalid, VISITOR, type Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { requesterOf } from '../http/requester';
import { ForSignedOut } from '../http/routes';
import { browserOf, secondStepBrowserOf, SessionIssuer } from '../sign-in/session-issuer';
import { offerJson } from './members.http';

const JSON_BODY = { consumes: ['application/json'] };

/** Accepts invitations (team.md 5). The token is never in a URL that a server sees. */
@Controller('app/api/invitations')
export class InvitationAcceptanceController {
  constructor(
    private readonly invitations: InvitationUseCases,
    private readonly secondStep: SecondFactorSignIn,
    private readonly emailChanges: EmailChangeUseCases,
    private readonly issuer: SessionIssuer,
  ) {}

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
    const { token, new_name: newName, ...credentials } = body;
    if (Object.values(credentials).every((value) => value === undefined)) {
      const signedIn = await sessions.authenticate(cookie.tokenOf(request));
      const { account, person } = await this.invitations.accept(token, signedIn.person, by, newName);
      return { data: await infos.of(await sessions.switchAccount({ ...signedIn, person }, account.id)) };
    }
    cookie.assertCanBeSet();
    return this.issuer.issue(await this.open(body, by, request), request, reply);
  }

  private async open(
    { token, name, email, password, challenge, code, new_name: newName }: Acceptance,
    by: Requester,
    request: FastifyRequest,
  ): Promise<OpenedSession> {
    const joining: JoiningSignIn = {
      offer: (person) => this.invitations.offerTo(token, person, newName),
      accept: (person) => this.invitations.accept(token, person, by, newName),
    };
    if (challenge !== undefined || code !== undefined) {
      return this.secondStep.complete(
        parse(secondStepRule, { challenge, code }),
        secondStepBrowserOf(this.issuer, request),
        joining,
      );
    }
    throwIfInvalid([
      ...(email === undefined ? [missingField('email')] : []),
      ...(password === undefined ? [missingField('password')] : []),
    ]);
    const credentials = { email: email!, password: password! };
    const { limits, sessions } = this.issuer;
    if (name === undefined) {
      await this.invitations.find(token);
      const browser = await browserOf(this.issuer, credentials.email, request);
      return sessions.signIn(credentials, browser, joining);
    }
    await limits.signUp.count(request.ip);
    const member = await this.invitations.acceptAsNew(token, { name, ...credentials }, by);
    await this.emailChanges.welcome(member.account.id, member.person);
    return sessions.open(member, request.headers['user-agent']);
  }
}
