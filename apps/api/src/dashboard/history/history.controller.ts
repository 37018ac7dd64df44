import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import { HistoryUseCases, newNoteRule, noteJson, NoteUseCases } from '@libs/feedback';
import { ownerActor } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { historyJson, historyRequest, notesJson, notesRequest } from '../../feedback/history/history.http';
import { CursorCodec } from '../../cursors/cursor';
import { readBody } from '../../http/body';
import type { Query } from '../../http/query';
import { ForMember } from '../../http/routes';
import { SignedInMember } from '../dashboard-pipeline';

/** The history and the notes of an item, for the signed-in owner (history.md 4). */
@Controller('app/api/feedback/:id')
export class HistoryController {
  constructor(
    private readonly history: HistoryUseCases,
    private readonly notes: NoteUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('history')
  @ForMember('read', { query: true })
  async list(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ) {
    const request = historyRequest(query as Query, accountId, itemId, this.cursors);
    const page = await this.history.list(accountId, itemId, request);
    return historyJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Get('notes')
  @ForMember('read', { query: true })
  async listNotes(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ) {
    const request = notesRequest(query as Query, accountId, itemId, this.cursors);
    const page = await this.notes.list(accountId, itemId, request);
    return notesJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Post('notes')
  @ForMember('items.change', { consumes: ['application/json'] })
  async write(
    @SignedInMember() { accountId, personId }: SignedIn,
    @Param('id') itemId: string,
    @Req() { body }: FastifyRequest,
  ) {
    const input = readBody(newNoteRule, body);
    return { data: noteJson(await this.notes.write(accountId, itemId, input, ownerActor(personId))) };
  }

  @Delete('notes/:note_id')
  @HttpCode(204)
  @ForMember('items.change')
  async remove(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') itemId: string,
    @Param('note_id') noteId: string,
  ) {
    await this.notes.remove(accountId, itemId, noteId);
  }
}
