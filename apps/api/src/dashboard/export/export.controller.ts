import { Controller, Get, Req, Res } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExportDownloads } from '../../feedback/export/export-downloads';
import { ForOwner } from '../../http/routes';
import { SignedInOwner } from '../dashboard-pipeline';

/** The export of the REST API for the owner, with the filters of the dashboard. */
@Controller('app/api/feedback/export')
export class ExportController {
  constructor(private readonly downloads: ExportDownloads) {}

  @Get()
  @ForOwner({ query: true })
  async download(
    @SignedInOwner() { accountId }: SignedIn,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.downloads.send(accountId, request, reply, true);
  }
}
