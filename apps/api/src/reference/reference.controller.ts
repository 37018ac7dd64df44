import { randomBytes } from 'node:crypto';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/routes';
import type { EntryFiles } from '../http/assets';
import { docsPage, docsPolicy } from './reference.page';
import type { OpenApiDocument } from '../openapi/openapi.types';

const FIVE_MINUTES = 'public, max-age=300';
/** Browser tools can load the document from any origin: it contains no account data. */
const DOCUMENT_HEADERS = {
  'cache-control': FIVE_MINUTES,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The content of `/docs`, serialized once. */
export class Docs {
  readonly json: string;
  private yamlText: Promise<string> | undefined;
  /** Renders the page for one response with its nonce. */
  readonly page: (nonce: string) => string;

  /** @param files the built files of the page; null before the first build */
  constructor(
    private readonly document: OpenApiDocument,
    files: EntryFiles | null,
  ) {
    this.json = JSON.stringify(document);
    this.page = docsPage(document, files);
  }

  yaml(): Promise<string> {
    return (this.yamlText ??= this.writeYaml());
  }

  /** Loads the writer on first use, so that the start does not wait for it. YAML 1.1 reads the result, too. */
  private async writeYaml(): Promise<string> {
    const { stringify } = await import('yaml');
    return stringify(this.document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
  }
}

/** Serves the API reference, which is outside of `/api` because it is public (conventions.md 13). */
@Controller('docs')
export class ReferenceController {
  constructor(private readonly docs: Docs) {}

  @Get()
  @Public()
  show(@Res({ passthrough: true }) reply: FastifyReply) {
    const nonce = randomBytes(16).toString('base64');
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      'content-security-policy': docsPolicy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    return this.docs.page(nonce);
  }

  @Get('openapi.json')
  @Public()
  json(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers(DOCUMENT_HEADERS).type('application/json; charset=utf-8');
    return this.docs.json;
  }

  @Get('openapi.yaml')
  @Public()
  async yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    const text = await this.docs.yaml();
    reply.headers(DOCUMENT_HEADERS).type('application/yaml; charset=utf-8');
    return text;
  }
}
