import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import { HistoryUseCases, newNoteRule, noteJson, NoteUseCases } from '@libs/feedback';
import { apiKeyActor } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { historyJson, historyRequest, notesJson, notesRequest } from '../../feedback/history/history.http';
import { CursorCodec } from '../../cursors/cursor';
import { readBody } from '../../http/body';
import type { Query } from '../../http/query';
import { ApiCaller, ForApiKey } from '../../http/routes';

/** history.md 2, history.md 4. */
@Controller('api/v1/feedback/:id')
export class HistoryController {
  constructor(
    private readonly history: HistoryUseCases,
    private readonly notes: NoteUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('history')
  @ForApiKey(['full', 'read'], { query: true })
  async list(
    @ApiCaller() { accountId }: Caller,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ) {
    const request = historyRequest(query as Query, accountId, itemId, this.cursors);
    const page = await this.history.list(accountId, itemId, request);
    return historyJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Get('notes')
  @ForApiKey(['full', 'read'], { query: true })
  async listNotes(
    @ApiCaller() { accountId }: Caller,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ) {
    const request = notesRequest(query as Query, accountId, itemId, this.cursors);
    const page = await this.notes.list(accountId, itemId, request);
    return notesJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Post('notes')
  @ForApiKey(['full'], { consumes: ['application/json'] })
  async write(
    @ApiCaller() { accountId, keyId }: Caller,
    @Param('id') itemId: string,
    @Req() { body }: FastifyRequest,
  ) {
    const input = readBody(newNoteRule, body);
    return { data: noteJson(await this.notes.write(accountId, itemId, input, apiKeyActor(keyId))) };
  }

  @Delete('notes/:note_id')
  @HttpCode(204)
  @ForApiKey(['full'])
  async remove(
    @ApiCaller() { accountId }: Caller,
    @Param('id') itemId: string,
    @Param('note_id') noteId: string,
  ) {
    await this.notes.remove(accountId, itemId, noteId);
  }
}
