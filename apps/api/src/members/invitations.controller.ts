import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { InvitationUseCases, newInvitationRule, type SignedIn } from '@libs/accounts';
import type { Data, InvitationEntry, IssuedInvitationEntry } from '@libs/contract';
import type { FastifyRequest } from 'fastify';
import { PublicUrls } from '../config';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';
import { SessionIssuer } from '../sign-in/session-issuer';
import { invitationJson } from './members.http';

const JSON_BODY = { consumes: ['application/json'] };

/** Invitations to the account (team.md 5). */
@Controller('app/api/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationUseCases,
    private readonly urls: PublicUrls,
    private readonly issuer: SessionIssuer,
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
    @By() { requester: by }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<IssuedInvitationEntry>> {
    const input = readBody(newInvitationRule, body);
    if (input.email !== undefined && this.invitations.isSentBy(member)) {
      await this.issuer.limits.countInvitation(member.accountId, input.email);
    }
    const { invitation, token, isSent } = await this.invitations.issue(member, input, by);
    return { data: { ...invitationJson(invitation), url: this.urls.invitation(token), sent: isSent } };
  }

  @Delete(':id')
  @ForMember('members.manage')
  @HttpCode(204)
  async revoke(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Param('id') id: string,
  ): Promise<void> {
    await this.invitations.revoke(member, id, by);
  }
}
