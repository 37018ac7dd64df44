import { Module } from '@nestjs/common';
import { AccountUseCases } from '@libs/accounts';
import { FeedbackUseCases, FollowerUseCases, WaitingVoteUseCases } from '@libs/feedback';
import { LimitStores } from '../composition/limits';
import { AddressLimit } from '../http/address-limit';
import { FollowTokens } from '../visitor-pages/follow-token';
import { FollowTools } from './follow-tools';
import { FollowersController } from './followers.controller';
import { PersonalDataController } from './personal-data.controller';

const LINKS_PER_HOUR = 20;
const INVALID_PER_MINUTE = 30;
const DATA_PER_HOUR = 20;

const createTools = (
  accounts: AccountUseCases,
  followers: FollowerUseCases,
  votes: WaitingVoteUseCases,
  feedback: FeedbackUseCases,
  tokens: FollowTokens,
  { addresses }: LimitStores,
): FollowTools =>
  new FollowTools(accounts, followers, votes, feedback, tokens, {
    links: new AddressLimit(addresses, 'follow links', [{ name: 'hour', limit: LINKS_PER_HOUR }]),
    invalid: new AddressLimit(addresses, 'follow', [{ name: 'minute', limit: INVALID_PER_MINUTE }]),
    data: new AddressLimit(addresses, 'follow data', [{ name: 'hour', limit: DATA_PER_HOUR }]),
  });

/** The pages of people who follow items without an account. */
@Module({
  controllers: [FollowersController, PersonalDataController],
  providers: [
    {
      provide: FollowTools,
      inject: [
        AccountUseCases,
        FollowerUseCases,
        WaitingVoteUseCases,
        FeedbackUseCases,
        FollowTokens,
        LimitStores,
      ],
      useFactory: createTools,
    },
  ],
})
export class FollowersModule {}
