import { Controller, Delete, Get, Param, Req } from '@nestjs/common';
import type { SignedIn } from '@libs/accounts';
import type { Data, ImportCounts, ImportEntry, UndoneImport } from '@libs/contract';
import { ImportUndoUseCases } from '@libs/feedback';
import { booleanRule, optional } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { queryOf, type Query } from '../http/query';
import { ForMember } from '../http/routes';
import { By, SignedInMember, type Author } from '../http/requester';

const UNDO = { with_changed: optional(booleanRule) };

/** Lists imports of the last 24 hours from every surface, and undoes them. */
@Controller('app/api/imports')
export class ImportUndoController {
  constructor(private readonly imports: ImportUndoUseCases) {}

  @Get()
  @ForMember('data.transfer')
  async list(@SignedInMember() { accountId }: SignedIn): Promise<Data<readonly ImportEntry[]>> {
    const imports = await this.imports.list(accountId);
    return {
      data: imports.map(({ id, createdAt, created, requests }) => ({
        id,
        created_at: createdAt,
        created,
        requests,
      })),
    };
  }

  @Get(':id')
  @ForMember('data.transfer')
  async preview(
    @SignedInMember() { accountId }: SignedIn,
    @Param('id') id: string,
  ): Promise<Data<ImportCounts>> {
    return { data: await this.imports.preview(accountId, id) };
  }

  @Delete(':id')
  @ForMember('data.transfer', { query: true })
  async undo(
    @By() { accountId, requester: by }: Author,
    @Param('id') id: string,
    @Req() { query }: FastifyRequest,
  ): Promise<Data<UndoneImport>> {
    const { with_changed: withChanged = false } = queryOf(UNDO, query as Query);
    const { items, requests } = await this.imports.undo(accountId, id, withChanged, by);
    return { data: { deleted: items, requests } };
  }
}
