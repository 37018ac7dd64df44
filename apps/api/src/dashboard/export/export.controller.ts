import { Controller, Get, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases, type SignedIn } from '@libs/accounts';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExportDownloads } from '../../feedback/export/export-downloads';
import { ForMember } from '../../http/routes';
import { RequestingMember, SignedInMember } from '../dashboard-pipeline';

/** The export of the REST API for the owner, with the filters of the dashboard. */
@Controller('app/api/feedback/export')
export class ExportController {
  constructor(
    private readonly downloads: ExportDownloads,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Get()
  @ForMember('data.transfer', { query: true })
  async download(
    @SignedInMember() { accountId, personId }: SignedIn,
    @RequestingMember() by: Requester,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const onStart = (format: string) =>
      this.securityLog.record(accountId, 'feedback.exported', by, { name: format });
    await this.downloads.send(accountId, request, reply, { personId, onStart });
  }
}
