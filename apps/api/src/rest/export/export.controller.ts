import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiCaller, ForApiKey } from '../../http/routes';
import { ExportDownloads } from '../../feedback/export/export-downloads';

/** export.md 1. */
@Controller('api/v1/feedback/export')
export class ExportController {
  constructor(private readonly downloads: ExportDownloads) {}

  @Get()
  @ForApiKey(['full', 'read'], { query: true })
  async download(
    @ApiCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.downloads.send(accountId, request, reply);
  }
}
