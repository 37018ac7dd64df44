import { Controller, Get, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases, type SignedIn } from '@libs/accounts';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clock } from '../../shared.module';
import { JSON_TYPE } from '../../http/error.filter';
import { ForOwner } from '../../http/routes';
import { AccountExport } from './account-export';
import { RequestingOwner, SignedInOwner } from '../dashboard-pipeline';
import { JsonDownloads } from '../export/json-downloads';

@Controller('app/api/account/export')
export class AccountExportController {
  constructor(
    private readonly accounts: AccountExport,
    private readonly downloads: JsonDownloads,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Get()
  @ForOwner()
  async download(
    @SignedInOwner() owner: SignedIn,
    @RequestingOwner() by: Requester,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const fileName = `feedback-${owner.account.slug}-${clock().toISOString().slice(0, 10)}.json`;
    if (method === 'HEAD') {
      const disposition = `attachment; filename="${fileName}"`;
      return void reply.type(JSON_TYPE).header('content-disposition', disposition).send('');
    }
    await this.downloads.send(owner.accountId, reply, {
      fileName,
      text: this.accounts.write(owner),
      onStart: () => this.securityLog.record(owner.accountId, 'account.exported', by),
    });
  }
}
