import { Controller, Delete, Get, HttpCode, Param, Patch, Req, Res } from '@nestjs/common';
import {
  memberJson,
  MemberUseCases,
  roleChangeRule,
  SecondFactorUseCases,
  type SignedIn,
} from '@libs/accounts';
import type { Members } from '@libs/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';
import { SessionIssuer } from '../sign-in/session-issuer';

/** The members of the account (team.md 3). */
@Controller('app/api')
export class MembersController {
  constructor(
    private readonly members: MemberUseCases,
    private readonly secondFactor: SecondFactorUseCases,
    private readonly issuer: SessionIssuer,
  ) {}

  @Get('members')
  @ForMember('read')
  async list(@SignedInMember() { accountId }: SignedIn): Promise<Members> {
    const { members, former } = await this.members.list(accountId);
    return { data: members.map(memberJson), former };
  }

  @Patch('members/:id')
  @ForMember('members.manage', { consumes: ['application/json'] })
  @HttpCode(204)
  async setRole(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Param('id') id: string,
    @Req() { body }: FastifyRequest,
  ): Promise<void> {
    await this.members.setRole(member, id, readBody(roleChangeRule, body).role, by);
  }

  @Delete('members/:id')
  @ForMember('members.manage')
  @HttpCode(204)
  async remove(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Param('id') id: string,
  ): Promise<void> {
    await this.members.remove(member, id, by);
  }

  /** second-factor.md 7 */
  @Delete('members/:id/second-factor')
  @ForMember('account.manage')
  @HttpCode(204)
  async resetSecondFactor(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Param('id') id: string,
  ): Promise<void> {
    await this.secondFactor.resetOf(member, id, by);
  }

  /** Also ends the session. */
  @Delete('membership')
  @ForMember('own.manage')
  @HttpCode(204)
  async leave(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.members.leave(member, by);
    this.issuer.cookie.clear(reply);
  }
}
