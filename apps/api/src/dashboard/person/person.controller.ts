import { Controller, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import { assertReauthenticated, personChangeRule, PersonUseCases, type SignedIn } from '@libs/accounts';
import type { Data, PersonSettings, SessionInfo } from '@libs/contract';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../../http/body';
import { ForMember } from '../../http/routes';
import { RequestingMember, SignedInMember } from '../dashboard-pipeline';
import { passwordRule } from '../sessions/session.http';
import { SessionIssuer } from '../sessions/session-issuer';

/** The signed-in person. A new email address and password require reauthentication (dashboard.md 8). */
@Controller('app/api/person')
export class PersonController {
  constructor(
    private readonly people: PersonUseCases,
    private readonly issuer: SessionIssuer,
  ) {}

  @Get()
  @ForMember('own.manage')
  show(@SignedInMember() { person }: SignedIn): Data<PersonSettings> {
    return { data: settingsJson(person) };
  }

  @Patch()
  @ForMember('own.manage', { consumes: ['application/json'] })
  async change(
    @SignedInMember() member: SignedIn,
    @RequestingMember() by: Requester,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Data<PersonSettings>> {
    const change = readBody(personChangeRule, request.body);
    if (change.email !== undefined && change.email !== member.person.email) {
      assertReauthenticated(member);
      await this.issuer.limits.countEmailChange(member.personId, request.ip);
    }
    const changed = await this.people.change(member, change, by);
    if (changed.email !== member.person.email) this.issuer.devices.remember(changed.email, request, reply);
    return { data: settingsJson(changed) };
  }

  @Post('password')
  @HttpCode(200)
  @ForMember('own.manage', { consumes: ['application/json'] })
  async changePassword(
    @SignedInMember() member: SignedIn,
    @RequestingMember() by: Requester,
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
}

const settingsJson = ({ name, email }: PersonSettings): PersonSettings => ({ name, email });
