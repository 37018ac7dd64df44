import { Controller, Get, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases, type SignedIn } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clock } from '../clock';
import { JSON_TYPE } from '../http/error.filter';
import { ForMember } from '../http/routes';
import { AccountExport } from './account-export';
import { By, SignedInMember, type Author } from '../http/requester';
import { JsonDownloads } from '../http/responses/json-downloads';

@Controller('app/api/account/export')
export class AccountExportController {
  constructor(
    private readonly accounts: AccountExport,
    private readonly downloads: JsonDownloads,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Get()
  @ForMember('data.transfer')
  async download(
    @SignedInMember() member: SignedIn,
    @By() { requester: by }: Author,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const fileName = `feedback-${member.account.slug}-${clock().toISOString().slice(0, 10)}.json`;
    if (method === 'HEAD') {
      const disposition = `attachment; filename="${fileName}"`;
      return void reply.type(JSON_TYPE).header('content-disposition', disposition).send('');
    }
    await this.downloads.send(member.accountId, reply, {
      fileName,
      text: this.accounts.write(member),
      onStart: () => this.securityLog.record(member.accountId, 'account.exported', by),
    });
  }
}
