import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Injectable, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config';
import { CONFIG } from '../shared.module';
import { Public } from '../http/routes';

const FIVE_MINUTES = 'public, max-age=300';
/** Browser tools can load the document from any origin: it contains no account data. */
const DOCUMENT_HEADERS = {
  'cache-control': FIVE_MINUTES,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The content of `/docs` and of `/llms.txt`. The first request loads and creates it, so that the start does not. */
@Injectable()
export class Docs {
  private created: ReturnType<Docs['create']> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get content() {
    return (this.created ??= this.create());
  }

  private async create() {
    try {
      const { referenceContent } = await import('./reference.content');
      return referenceContent(this.config);
    } catch (error) {
      // The next request tries again.
      this.created = undefined;
      throw error;
    }
  }
}

/** Serves the API reference, which is outside of `/api` because it is public (conventions.md 13). */
@Controller()
export class ReferenceController {
  constructor(private readonly docs: Docs) {}

  @Get('docs')
  @Public()
  async show(@Res({ passthrough: true }) reply: FastifyReply) {
    const { page, policy } = (await this.docs.content).docs;
    const nonce = randomBytes(16).toString('base64');
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    return page(nonce);
  }

  @Get('docs/errors')
  @Public()
  async errors(@Res({ passthrough: true }) reply: FastifyReply) {
    const { page, policy } = (await this.docs.content).errors;
    reply
      .headers({ 'cache-control': FIVE_MINUTES, 'content-security-policy': policy })
      .type('text/html; charset=utf-8');
    return page;
  }

  @Get('llms.txt')
  @Public()
  async llms(@Res({ passthrough: true }) reply: FastifyReply) {
    const { llms } = await this.docs.content;
    reply.headers(DOCUMENT_HEADERS).type('text/plain; charset=utf-8');
    return llms;
  }

  @Get('docs/openapi.json')
  @Public()
  async json(@Res({ passthrough: true }) reply: FastifyReply) {
    const { json } = await this.docs.content;
    reply.headers(DOCUMENT_HEADERS).type('application/json; charset=utf-8');
    return json;
  }

  @Get('docs/openapi.yaml')
  @Public()
  async yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    const text = await (await this.docs.content).yaml();
    reply.headers(DOCUMENT_HEADERS).type('application/yaml; charset=utf-8');
    return text;
  }
}
