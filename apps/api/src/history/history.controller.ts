import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Data, HistoryChange, ItemNote, ListPage } from '@libs/contract';
import { HistoryUseCases, newNoteRule, noteJson, NoteUseCases } from '@libs/feedback';
import type { FastifyRequest } from 'fastify';
import { CursorCodec } from '../cursors/cursor';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { doors, For } from '../http/routes';
import { historyJson, historyRequest, notesJson, notesRequest } from './history.http';

/** history.md 2, history.md 4. */
@Controller(doors('feedback/:id'))
export class HistoryController {
  constructor(
    private readonly history: HistoryUseCases,
    private readonly notes: NoteUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('history')
  @For({ key: ['full', 'read'], member: 'read' }, { query: true })
  async list(
    @By() { accountId }: Author,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<HistoryChange>> {
    const request = historyRequest(query as Query, { accountId, itemId }, this.cursors);
    const page = await this.history.list(accountId, itemId, request);
    return historyJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Get('notes')
  @For({ key: ['full', 'read'], member: 'read' }, { query: true })
  async listNotes(
    @By() { accountId }: Author,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<ItemNote>> {
    const request = notesRequest(query as Query, { accountId, itemId }, this.cursors);
    const page = await this.notes.list(accountId, itemId, request);
    return notesJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Post('notes')
  @For({ key: ['full'], member: 'items.change' }, { consumes: ['application/json'] })
  async write(
    @By() { accountId, actor }: Author,
    @Param('id') itemId: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<ItemNote>> {
    const input = readBody(newNoteRule, body);
    return { data: noteJson(await this.notes.write(accountId, itemId, input, actor)) };
  }

  @Delete('notes/:note_id')
  @HttpCode(204)
  @For({ key: ['full'], member: 'items.change' })
  async remove(
    @By() { accountId, actor }: Author,
    @Param('id') itemId: string,
    @Param('note_id') noteId: string,
  ): Promise<void> {
    await this.notes.remove(accountId, itemId, noteId, actor);
  }
}
