import { Readable } from 'node:stream';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases, type SignedIn } from '@libs/accounts';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clock } from '../../shared.module';
import { ExportTimeouts } from '../../feedback/export/export-output';
import { JSON_TYPE } from '../../http/error.filter';
import { ForOwner } from '../../http/routes';
import { AccountExport } from './account-export';
import { RequestingOwner, SignedInOwner } from '../dashboard-pipeline';

@Controller('app/api/account/export')
export class AccountExportController {
  constructor(
    private readonly accounts: AccountExport,
    private readonly timeouts: ExportTimeouts,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Get()
  @ForOwner()
  async download(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const day = clock().toISOString().slice(0, 10);
    const name = `feedback-${owner.account.slug}-${day}.json`;
    reply.type(JSON_TYPE).header('content-disposition', `attachment; filename="${name}"`);
    if (method === 'HEAD') return reply.send('');
    const text = this.accounts.write(owner);
    // Read the first part before the response starts: without the database, return 503 instead of an incomplete file.
    const first = await text.next();
    await this.securityLog.record(owner.accountId, 'account.exported', by).catch(async (error: unknown) => {
      await text.return(undefined);
      throw error;
    });
    // A stream that is never read does not end its generator, and the account could not export again.
    const end = () => void text.return(undefined);
    if (reply.raw.destroyed) end();
    else reply.raw.once('close', end).setTimeout(this.timeouts.stallMs, () => reply.raw.destroy());
    return reply.send(Readable.from(prepend(first.value as string, text)));
  }
}

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
