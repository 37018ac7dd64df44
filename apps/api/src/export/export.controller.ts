import { Controller, Get, Req, Res } from '@nestjs/common';
import { SecurityLogUseCases } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';
import { ExportDownloads } from './export-downloads';

/** export.md 1. Members have the filters of the dashboard. */
@Controller(doors('feedback/export'))
export class ExportController {
  constructor(
    private readonly downloads: ExportDownloads,
    private readonly securityLog: SecurityLogUseCases,
  ) {}

  @Get()
  @For({ key: ['full', 'read'], member: 'data.transfer' }, { query: true })
  async download(
    @By() { accountId, personId, requester }: Author,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const onStart = (format: string) =>
      this.securityLog.record(accountId, 'feedback.exported', requester, { name: format });
    await this.downloads.send(accountId, request, reply, { personId, onStart });
  }
}
