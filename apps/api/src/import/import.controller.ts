import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { IMPORT_BYTES_MAX, type ImportEvent } from '@libs/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter, errorJson } from '../http/error.filter';
import { By, type Author } from '../http/requester';
import { ApiCaller, ForApiKey, ForMember } from '../http/routes';
import { sendStoredResponse } from '../idempotency/idempotency.http';
import { ImportEvents } from './import-events';
import { IMPORT_TYPES } from './import-file';
import { ImportUploads, reportJson } from './import.http';

const FILE = { consumes: IMPORT_TYPES, streams: true, query: true, bodyLimit: IMPORT_BYTES_MAX };

/** Imports items from a file (docs/architecture/adr/0015-import.md). Members get progress events. */
@Controller()
export class ImportController {
  constructor(
    private readonly uploads: ImportUploads,
    private readonly failures: ErrorFilter,
  ) {}

  @Post('api/v1/feedback/import')
  @HttpCode(200)
  @ForApiKey(['full'], FILE)
  async import(
    @ApiCaller() caller: Caller,
    @By() { requester }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendStoredResponse(reply, await this.uploads.respond(request, caller, requester));
  }

  @Post('api/v1/feedback/import/requests')
  @HttpCode(200)
  @ForApiKey(['full'], FILE)
  async importRequests(
    @ApiCaller() caller: Caller,
    @By() { requester }: Author,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendStoredResponse(reply, await this.uploads.respond(request, caller, requester, 'requests'));
  }

  @Post('app/api/feedback/import/requests')
  @HttpCode(200)
  @ForMember('data.transfer', FILE)
  async importRequestsAsMember(
    @By() author: Author,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.withEvents(author, request, reply, 'requests');
  }

  @Post('app/api/feedback/import')
  @HttpCode(200)
  @ForMember('data.transfer', FILE)
  async importAsMember(
    @By() author: Author,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.withEvents(author, request, reply, 'items');
  }

  private async withEvents(
    { accountId, requester }: Author,
    request: FastifyRequest,
    reply: FastifyReply,
    of: 'items' | 'requests',
  ): Promise<void> {
    const events = new ImportEvents(reply);
    try {
      const onProgress = (rows: number) => events.progress(rows);
      const report = await this.uploads.receive(request, accountId, requester, { of, onProgress });
      events.end({ data: reportJson(report) });
    } catch (failure) {
      if (!events.hasStarted) throw failure;
      // Details name fields only; errors of whole lines are in the report.
      events.end(
        errorJson(
          this.failures.errorOf(failure, request),
          request.id,
          request.server.publicUrl,
        ) as ImportEvent,
      );
    }
  }
}
