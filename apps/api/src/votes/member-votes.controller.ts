import { Controller, Delete, Get, Param } from '@nestjs/common';
import type { Data, ItemVotes, RemovedVotes } from '@libs/contract';
import { VoteUseCases } from '@libs/feedback';
import { By, type Author } from '../http/requester';
import { ForMember } from '../http/routes';

/** What the team sees of votes, and how it removes those of one source (votes.md 7). */
@Controller('app/api')
export class MemberVotesController {
  constructor(private readonly votes: VoteUseCases) {}

  @Get('feedback/:id/votes')
  @ForMember('read')
  async summary(@By() { accountId }: Author, @Param('id') id: string): Promise<Data<ItemVotes>> {
    const { recent, sources } = await this.votes.summary(accountId, id);
    return {
      data: {
        last_day: recent,
        sources: sources.map(({ source, since, votes, votesInAccount }) => ({
          source,
          since,
          votes,
          votes_in_account: votesInAccount,
        })),
      },
    };
  }

  @Delete('votes/:source')
  @ForMember('items.change')
  async removeSource(
    @By() { accountId }: Author,
    @Param('source') source: string,
  ): Promise<Data<RemovedVotes>> {
    return { data: { removed: await this.votes.removeSource(accountId, source) } };
  }
}
