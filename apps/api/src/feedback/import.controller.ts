import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { FastifyRequest } from 'fastify';
import { ApiCaller, ForApiKey } from '../http/routes';
import { assertImported, ImportUploads, reportJson } from './import.http';
import { IMPORT_TYPES } from './import-file';
import { IMPORT_BODY_LIMIT } from './import-upload';

/** Many items at once, from a file (docs/adr/0015-import.md). */
@Controller('api/v1/feedback/import')
export class ImportController {
  constructor(private readonly uploads: ImportUploads) {}

  @Post()
  @HttpCode(200)
  @ForApiKey(['full'], { consumes: IMPORT_TYPES, streams: true, query: true, bodyLimit: IMPORT_BODY_LIMIT })
  async import(@ApiCaller() { accountId }: Caller, @Req() request: FastifyRequest) {
    const report = await this.uploads.receive(request, accountId);
    assertImported(report);
    return { data: reportJson(report) };
  }
}
