import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { Data, ItemNote, ListPage } from '@libs/contract';
import { newNoteRule, noteJson, NoteUseCases, type NewNote } from '@libs/feedback';
import type { Valid } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clock } from '../clock';
import { CursorCodec } from '../cursors/cursor';
import { readBody } from '../http/body';
import type { Query } from '../http/query';
import { By, type Author } from '../http/requester';
import { ApiCaller, doors, For, ForApiKey, ForMember, LIST_BODY_LIMIT } from '../http/routes';
import {
  idempotencyKeyOf,
  idempotentRequestOf,
  operationOf,
  sendStoredResponse,
} from '../idempotency/idempotency.http';
import { notesJson, notesRequest, readNotes, writtenJson, writtenStatus, writtenText } from './notes.http';

const JSON_BODY = { consumes: ['application/json'] };
const OF_ITEM = 'feedback/:id/notes';

/** history.md 4. API keys can also move notes from another product. */
@Controller()
export class NotesController {
  constructor(
    private readonly notes: NoteUseCases,
    private readonly cursors: CursorCodec,
  ) {}

  @Get(doors(OF_ITEM))
  @For({ key: ['full', 'read'], member: 'read' }, { query: true })
  async list(
    @By() { accountId }: Author,
    @Param('id') itemId: string,
    @Req() { query }: FastifyRequest,
  ): Promise<ListPage<ItemNote>> {
    const request = notesRequest(query as Query, { accountId, itemId }, this.cursors);
    const page = await this.notes.list(accountId, itemId, request);
    return notesJson(page, request, { accountId, itemId }, this.cursors);
  }

  @Post(`api/v1/${OF_ITEM}`)
  @ForApiKey(['full'], { ...JSON_BODY, bodyLimit: LIST_BODY_LIMIT })
  async write(
    @ApiCaller() caller: Caller,
    @By() { accountId, actor }: Author,
    @Param('id') itemId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = idempotencyKeyOf(request);
    const { body } = request;
    const input = readNotes(body, clock());
    reply.code(writtenStatus(body));
    if (key === null) return writtenJson(body, await this.notes.write(accountId, itemId, input, actor));
    const content = { id: itemId.toLowerCase(), status: writtenStatus(body), notes: input };
    const once = idempotentRequestOf(caller, key, operationOf(request), content);
    return sendStoredResponse(
      reply,
      await this.notes.writeOnce(accountId, itemId, input, actor, once, (notes) => writtenText(body, notes)),
    );
  }

  @Post(`app/api/${OF_ITEM}`)
  @ForMember('items.change', JSON_BODY)
  async writeAsMember(
    @By() { accountId, actor }: Author,
    @Param('id') itemId: string,
    @Req() { body }: FastifyRequest,
  ): Promise<Data<ItemNote>> {
    const input = [readBody(newNoteRule, body)] as unknown as Valid<readonly NewNote[]>;
    const [note] = await this.notes.write(accountId, itemId, input, actor);
    return { data: noteJson(note!) };
  }

  @Delete(doors(`${OF_ITEM}/:note_id`))
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
