import { Module } from '@nestjs/common';
import { AccountUseCases, IdentityUseCases } from '@libs/accounts';
import { RequestUseCases, VoteUseCases, WaitingVoteUseCases, type VerifiedPerson } from '@libs/feedback';
import { clock } from '../clock';
import { LimitStores } from '../composition/limits';
import { SharedSecrets } from '../composition/secrets';
import { FormModule } from '../form/form.module';
import { SpamFilter } from '../form/spam-filter';
import { AddressLimit } from '../http/address-limit';
import { EnteredAddressLimits } from '../visitor-pages/entered-address-limits';
import { ApiVotesController } from './api-votes.controller';
import { MemberVotesController } from './member-votes.controller';
import { VoteTools } from './vote-tools';
import { VotesController } from './votes.controller';
import { VotingNetworks } from './voting-networks';

/** Votes of one network for the cards of one account, given or taken back (rate-limits.md 7). */
const WINDOWS = [
  { name: 'minute', limit: 30 },
  { name: 'hour', limit: 200 },
] as const;

const createTools = (
  accounts: AccountUseCases,
  votes: VoteUseCases,
  waiting: WaitingVoteUseCases,
  filter: SpamFilter,
  { addresses }: LimitStores,
  { client }: SharedSecrets,
  identity: IdentityUseCases<VerifiedPerson>,
  requests: RequestUseCases,
): VoteTools => {
  const limit = new AddressLimit(addresses, 'votes', WINDOWS);
  return new VoteTools(accounts, votes, waiting, limit, {
    networks: new VotingNetworks(client, clock),
    filter,
    enteredAddresses: new EnteredAddressLimits(addresses),
    identity,
    requests,
  });
};

/** Votes for public cards. */
@Module({
  imports: [FormModule],
  controllers: [ApiVotesController, MemberVotesController, VotesController],
  providers: [
    {
      provide: VoteTools,
      inject: [
        AccountUseCases,
        VoteUseCases,
        WaitingVoteUseCases,
        SpamFilter,
        LimitStores,
        SharedSecrets,
        IdentityUseCases,
        RequestUseCases,
      ],
      useFactory: createTools,
    },
  ],
})
export class VotesModule {}
