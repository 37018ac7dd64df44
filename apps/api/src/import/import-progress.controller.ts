import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import { IMPORT_BYTES_MAX, type ImportEvent } from '@libs/contract';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ImportUploads, reportJson } from './import.http';
import { IMPORT_TYPES } from './import-file';
import { ErrorFilter, errorJson } from '../http/error.filter';
import { ForMember } from '../http/routes';
import { RequestingMember, SignedInMember } from '../http/requester';
import { ImportEvents } from './import-events';

/** The import of the REST API, with progress events. */
@Controller('app/api/feedback/import')
export class ImportProgressController {
  constructor(
    private readonly uploads: ImportUploads,
    private readonly failures: ErrorFilter,
  ) {}

  @Post()
  @HttpCode(200)
  @ForMember('data.transfer', {
    consumes: IMPORT_TYPES,
    streams: true,
    query: true,
    bodyLimit: IMPORT_BYTES_MAX,
  })
  async import(
    @SignedInMember() { accountId }: SignedIn,
    @RequestingMember() by: Requester,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const events = new ImportEvents(reply);
    try {
      const report = await this.uploads.receive(request, accountId, by, (rows) => events.progress(rows));
      events.end({ data: reportJson(report) });
    } catch (failure) {
      if (!events.hasStarted) throw failure;
      // Details name fields only; errors of whole lines are in the report.
      events.end(errorJson(this.failures.errorOf(failure, request), request.id) as ImportEvent);
    }
  }
}
