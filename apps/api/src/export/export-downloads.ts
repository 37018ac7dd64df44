import { Readable } from 'node:stream';
import type { ExportUseCases } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serviceUnavailable } from '../http/errors';
import { EXPORT_TYPES, exportRequest } from './export.http';
import { ExportOutput, type ExportTimeouts } from './export-output';
import type { Query } from '../http/query';

export interface ExportStart {
  /** The signed-in member, who has the filters of the dashboard. */
  readonly personId?: string;
  /** Called before the response starts. If it throws, there is no export. */
  onStart(format: string): Promise<void>;
}

/** Sends exports as downloads, for API keys and members (export.md 1). */
export class ExportDownloads {
  constructor(
    private readonly exports: ExportUseCases,
    private readonly timeouts: ExportTimeouts,
  ) {}

  /** @throws DomainError `validation`, `rate_limit`, `unavailable`; once the response has started, closes it instead */
  async send(
    accountId: string,
    request: FastifyRequest,
    reply: FastifyReply,
    { personId, onStart }: ExportStart,
  ): Promise<void> {
    const requested = exportRequest(request.query as Query, personId);
    const headers = {
      'content-type': EXPORT_TYPES[requested.format],
      'content-disposition': `attachment; filename="${this.exports.fileName(requested.format)}"`,
    };
    if (request.method === 'HEAD') return void reply.headers(headers).send(Readable.from([]));
    const output = new ExportOutput(reply.raw, this.timeouts, serviceUnavailable);
    try {
      const chunks = (await this.exports.open(accountId, requested, output.signal))[Symbol.asyncIterator]();
      // Reads the first chunk before the response starts, so that errors until then get an error response.
      const first = await chunks.next();
      await onStart(requested.format);
      reply.hijack();
      reply.raw.writeHead(200, reply.headers(headers).getHeaders() as Record<string, string>);
      output.write(first, chunks).catch((error: unknown) => {
        const isReplaced = error instanceof DomainError && error.code === 'export_replaced';
        const isClientError = output.isClosedByClient || isReplaced;
        request.log[isClientError ? 'debug' : 'error']({ id: request.id, err: error }, 'Export interrupted');
      });
    } catch (error) {
      output.stop();
      if (!reply.raw.destroyed) throw error;
      reply.hijack();
    }
  }
}
