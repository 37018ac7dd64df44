import { Module } from '@nestjs/common';
import { AccountUseCases } from '@libs/accounts';
import { FollowerUseCases, ShownChangelogUseCases } from '@libs/feedback';
import { clock } from '../clock';
import { LimitStores } from '../composition/limits';
import { PublicUrls } from '../config';
import { EnteredAddressLimits } from '../visitor-pages/entered-address-limits';
import { ChangelogCache } from './changelog-cache';
import { ChangelogPagesController, ChangelogPageTools } from './changelog-pages.controller';
import { SubscriptionsController } from './subscriptions.controller';

const createTools = (
  changelog: ShownChangelogUseCases,
  cache: ChangelogCache,
  urls: PublicUrls,
  { hasMail }: FollowerUseCases,
): ChangelogPageTools => new ChangelogPageTools(changelog, cache, urls, hasMail);

/** The pages that visitors see of an account's changelog. */
@Module({
  controllers: [ChangelogPagesController, SubscriptionsController],
  providers: [
    {
      provide: EnteredAddressLimits,
      inject: [LimitStores],
      useFactory: ({ addresses }: LimitStores) => new EnteredAddressLimits(addresses),
    },
    {
      provide: ChangelogCache,
      inject: [AccountUseCases, ShownChangelogUseCases],
      useFactory: (accounts: AccountUseCases, changelog: ShownChangelogUseCases) =>
        new ChangelogCache(accounts, changelog, clock),
    },
    {
      provide: ChangelogPageTools,
      inject: [ShownChangelogUseCases, ChangelogCache, PublicUrls, FollowerUseCases],
      useFactory: createTools,
    },
  ],
  exports: [ChangelogCache],
})
export class ChangelogPagesModule {}
