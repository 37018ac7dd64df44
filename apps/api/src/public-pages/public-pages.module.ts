import { Module } from '@nestjs/common';
import { AccountUseCases } from '@libs/accounts';
import { ShownCardUseCases, ShownChangelogUseCases, WaitingVoteUseCases } from '@libs/feedback';
import { ChangelogCache } from '../changelog/changelog-cache';
import { ChangelogPagesModule } from '../changelog/changelog-pages.module';
import { clock } from '../clock';
import { PublicUrls } from '../config';
import { PublicPageTools, RoadmapController } from './roadmap.controller';
import { RoadmapCache } from './roadmap-cache';

const createTools = (
  accounts: AccountUseCases,
  cards: ShownCardUseCases,
  changelog: ShownChangelogUseCases,
  newestEntries: ChangelogCache,
  votes: WaitingVoteUseCases,
  urls: PublicUrls,
): PublicPageTools =>
  new PublicPageTools(
    accounts,
    cards,
    changelog,
    newestEntries,
    votes,
    new RoadmapCache(accounts, cards, clock),
    urls,
    clock,
  );

/** The pages that visitors see of an account's public items. */
@Module({
  imports: [ChangelogPagesModule],
  controllers: [RoadmapController],
  providers: [
    {
      provide: PublicPageTools,
      inject: [
        AccountUseCases,
        ShownCardUseCases,
        ShownChangelogUseCases,
        ChangelogCache,
        WaitingVoteUseCases,
        PublicUrls,
      ],
      useFactory: createTools,
    },
  ],
})
export class PublicPagesModule {}
