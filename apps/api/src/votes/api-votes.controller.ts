import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiKeyUseCases, type Caller } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ApiCaller, ForApiKey } from '../http/routes';
import { voteJson, voteRule, waitingVoteJson } from './vote-body';
import { VoteTools } from './vote-tools';

/** Votes from a customer's own page, with a submit key (votes.md 6). */
@Controller('api/v1/feedback')
export class ApiVotesController {
  constructor(
    private readonly tools: VoteTools,
    private readonly keys: ApiKeyUseCases,
  ) {}

  @Post(':id/votes')
  @ForApiKey(['full', 'submit'], { consumes: ['application/json'] })
  @HttpCode(200)
  async vote(
    @ApiCaller() caller: Caller,
    @Param('id') id: string,
    @Req() { ip, body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email, name, proof, token } = readBody(voteRule, body);
    const voter = email === undefined || token !== undefined ? null : { email, name, language: null };
    const {
      account: { slug },
    } = await this.keys.describe(caller);
    const account = await this.tools.accounts.findBySlug(slug);
    await this.tools.limit.count(ip, account.id);
    const card = await this.tools.vote(account, id, { ip, proof, voter, token });
    if (!voter) return voteJson(card, true);
    reply.code(202);
    return waitingVoteJson(card);
  }
}
