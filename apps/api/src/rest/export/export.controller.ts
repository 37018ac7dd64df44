import { Controller, Get, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases, type Caller } from '@libs/accounts';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiCaller, ForApiKey } from '../../http/routes';
import { RequestingKey } from '../../http/requester';
import { ExportDownloads } from '../../feedback/export/export-downloads';

/** export.md 1. */
@Controller('api/v1/feedback/export')
export class ExportController {
  constructor(
    private readonly downloads: ExportDownloads,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Get()
  @ForApiKey(['full', 'read'], { query: true })
  async download(
    @ApiCaller() { accountId }: Caller,
    @RequestingKey() by: Requester,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const onStart = (format: string) =>
      this.securityLog.record(accountId, 'feedback.exported', by, { name: format });
    await this.downloads.send(accountId, request, reply, { onStart });
  }
}
