import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiKeyUseCases, type Caller } from '@libs/accounts';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ApiCaller, ForApiKey } from '../http/routes';
import { voteJson, voteRule } from './vote-body';
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
  async vote(@ApiCaller() caller: Caller, @Param('id') id: string, @Req() { ip, body }: FastifyRequest) {
    const { proof } = readBody(voteRule, body);
    const {
      account: { slug },
    } = await this.keys.describe(caller);
    const account = await this.tools.accounts.findBySlug(slug);
    await this.tools.limit.count(ip, account.id);
    return voteJson(await this.tools.vote(account, id, ip, proof), true);
  }
}
