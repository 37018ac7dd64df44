import { Module } from '@nestjs/common';
import { AccountUseCases } from '@libs/accounts';
import { ShownChangelogUseCases } from '@libs/feedback';
import { clock } from '../clock';
import { PublicUrls } from '../config';
import { ChangelogCache } from './changelog-cache';
import { ChangelogPagesController, ChangelogPageTools } from './changelog-pages.controller';

const createTools = (
  accounts: AccountUseCases,
  changelog: ShownChangelogUseCases,
  urls: PublicUrls,
): ChangelogPageTools =>
  new ChangelogPageTools(changelog, new ChangelogCache(accounts, changelog, clock), urls);

/** The pages that visitors see of an account's changelog. */
@Module({
  controllers: [ChangelogPagesController],
  providers: [
    {
      provide: ChangelogPageTools,
      inject: [AccountUseCases, ShownChangelogUseCases, PublicUrls],
      useFactory: createTools,
    },
  ],
})
export class ChangelogPagesModule {}
