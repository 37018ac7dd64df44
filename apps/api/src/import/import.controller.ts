import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { IMPORT_BYTES_MAX } from '@libs/contract';
import type { Requester } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestingKey } from '../http/requester';
import { ApiCaller, ForApiKey } from '../http/routes';
import { sendStoredResponse } from '../idempotency/idempotency.http';
import { ImportUploads } from './import.http';
import { IMPORT_TYPES } from './import-file';

/** Imports items from a file (docs/architecture/adr/0015-import.md). */
@Controller('api/v1/feedback/import')
export class ImportController {
  constructor(private readonly uploads: ImportUploads) {}

  @Post()
  @HttpCode(200)
  @ForApiKey(['full'], { consumes: IMPORT_TYPES, streams: true, query: true, bodyLimit: IMPORT_BYTES_MAX })
  async import(
    @ApiCaller() caller: Caller,
    @RequestingKey() by: Requester,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendStoredResponse(reply, await this.uploads.respond(request, caller, by));
  }
}
