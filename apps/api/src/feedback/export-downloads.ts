import { Readable } from 'node:stream';
import type { ExportRequest, ExportUseCases } from '@libs/feedback';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceUnavailable } from '../http/refusals';
import { EXPORT_TYPES, exportRequest } from './export.http';
import { ExportStream, type ExportPatience } from './export-stream';
import type { Parameters } from './list-parameters';

/** Exports as downloads, for whoever may see the account's items (API.md 3.2). */
export class ExportDownloads {
  constructor(
    private readonly exports: ExportUseCases,
    private readonly patience: ExportPatience,
  ) {}

  /** @throws DomainError `validation`, `rate_limit`, `unavailable`; once it has begun to answer, it hangs up instead */
  async send(accountId: string, { query, method }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const wanted = exportRequest(query as Parameters);
    const stream = method === 'HEAD' ? Readable.from([]) : await this.stream(accountId, wanted, reply);
    if (!stream) return void reply.hijack();
    const name = this.exports.fileName(wanted.format);
    reply
      .header('content-type', EXPORT_TYPES[wanted.format])
      .header('content-disposition', `attachment; filename="${name}"`);
    return void reply.send(stream);
  }

  /** With its first piece, so that what fails before has an answer of its own; null when nobody waits any more. */
  private async stream(
    accountId: string,
    wanted: ExportRequest,
    reply: FastifyReply,
  ): Promise<Readable | null> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    if (reply.raw.destroyed) gone.abort();
    const late = setTimeout(() => gone.abort(serviceUnavailable()), this.patience.stallMs);
    try {
      const pieces = await this.exports.open(accountId, wanted, gone.signal);
      const iterator = pieces[Symbol.asyncIterator]();
      return new ExportStream(await iterator.next(), iterator, gone, this.patience);
    } catch (error) {
      if (reply.raw.destroyed) return null;
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}
