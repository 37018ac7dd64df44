import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases, tooManyConcurrentRequests, type SignedIn } from '@libs/accounts';
import type { Data, SubmitterErasure } from '@libs/contract';
import { erasureRule, submitterRule, SubmitterUseCases } from '@libs/feedback';
import { OnePerAccount } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/body';
import { ForMember } from '../http/routes';
import { clock } from '../clock';
import { By, SignedInMember, type Author } from '../http/requester';
import { JsonDownloads } from '../http/responses/json-downloads';

const JSON_BODY = { consumes: ['application/json'] };
/** Erases items for this time per request, so that proxies don't end it. */
const REQUEST_MS = 10_000;

/**
 * Exports and erases the data of a submitter (dashboard.md 14). The email address is never in a URL. Both search all
 * events of the account, so each of them runs once per account at a time.
 */
@Controller('app/api/submitters')
export class SubmittersController {
  private readonly erasures = new OnePerAccount(tooManyConcurrentRequests);

  constructor(
    private readonly submitters: SubmitterUseCases,
    private readonly downloads: JsonDownloads,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Post('export')
  @HttpCode(200)
  @ForMember('data.transfer', JSON_BODY)
  async export(
    @SignedInMember() { accountId, account }: SignedIn,
    @By() { requester: by }: Author,
    @Req() { body }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { email } = readBody(submitterRule, body);
    await this.downloads.send(accountId, reply, {
      fileName: `submitter-${account.slug}-${clock().toISOString().slice(0, 10)}.json`,
      text: this.submitters.export(accountId, email),
      onStart: () => this.securityLog.record(accountId, 'submitter.exported', by),
    });
  }

  @Post('erase')
  @HttpCode(200)
  @ForMember('data.transfer', JSON_BODY)
  async erase(
    @By() { accountId, requester: by }: Author,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<SubmitterErasure>> {
    const { email, delete_items: deletes = false, dry_run: dryRun = false } = readBody(erasureRule, body);
    return this.erasures.run(accountId, async () => {
      if (dryRun) return { data: { ...(await this.submitters.count(accountId, email)), complete: true } };
      await this.securityLog.record(accountId, 'submitter.erased', by);
      const until = new Date(clock().getTime() + REQUEST_MS);
      const options = { deletes, by, until };
      const { isComplete: complete, ...counts } = await this.submitters.erase(accountId, email, options);
      return { data: { ...counts, complete } };
    });
  }
}
