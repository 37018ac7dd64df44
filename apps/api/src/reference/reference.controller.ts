import { randomBytes } from 'node:crypto';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/routes';
import type { EntryFiles } from '../http/assets';
import { ERRORS_POLICY, errorsPage } from './errors.page';
import { llmsText } from './llms-text';
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

/** The content of `/docs` and of `/llms.txt`, created once. */
export class Docs {
  readonly json: string;
  readonly errors: string;
  readonly llms: string;
  private yamlText: Promise<string> | undefined;
  /** Renders the page for one response with its nonce. */
  readonly page: (nonce: string) => string;

  /** @param files the built files of the page; null before the first build */
  constructor(
    private readonly document: OpenApiDocument,
    files: EntryFiles | null,
    publicUrl: string,
  ) {
    this.json = JSON.stringify(document);
    this.errors = errorsPage(document);
    this.llms = llmsText(publicUrl);
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
@Controller()
export class ReferenceController {
  constructor(private readonly docs: Docs) {}

  @Get('docs')
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

  @Get('docs/errors')
  @Public()
  errors(@Res({ passthrough: true }) reply: FastifyReply) {
    reply
      .headers({ 'cache-control': FIVE_MINUTES, 'content-security-policy': ERRORS_POLICY })
      .type('text/html; charset=utf-8');
    return this.docs.errors;
  }

  @Get('llms.txt')
  @Public()
  llms(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers(DOCUMENT_HEADERS).type('text/plain; charset=utf-8');
    return this.docs.llms;
  }

  @Get('docs/openapi.json')
  @Public()
  json(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers(DOCUMENT_HEADERS).type('application/json; charset=utf-8');
    return this.docs.json;
  }

  @Get('docs/openapi.yaml')
  @Public()
  async yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    const text = await this.docs.yaml();
    reply.headers(DOCUMENT_HEADERS).type('application/yaml; charset=utf-8');
    return text;
  }
}
