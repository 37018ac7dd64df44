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

/** The content of `/docs` and of `/llms.txt`, created by the first request, so that the start does not wait for it. */
export class Docs {
  private created: ReturnType<typeof contentOf> | undefined;

  /** @param files the built files of the page; null before the first build */
  constructor(
    private readonly document: () => OpenApiDocument,
    private readonly files: EntryFiles | null,
    private readonly publicUrl: string,
  ) {}

  get content() {
    return (this.created ??= contentOf(this.document(), this.files, this.publicUrl));
  }
}

function contentOf(document: OpenApiDocument, files: EntryFiles | null, publicUrl: string) {
  let yaml: Promise<string> | undefined;
  return {
    json: JSON.stringify(document),
    /** Loads the writer on first use. YAML 1.1 reads the result, too. */
    yaml: () => (yaml ??= writeYaml(document)),
    errors: errorsPage(document),
    llms: llmsText(publicUrl),
    /** Renders the page for one response with its nonce. */
    page: docsPage(document, files),
  };
}

async function writeYaml(document: OpenApiDocument): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
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
    return this.docs.content.page(nonce);
  }

  @Get('docs/errors')
  @Public()
  errors(@Res({ passthrough: true }) reply: FastifyReply) {
    reply
      .headers({ 'cache-control': FIVE_MINUTES, 'content-security-policy': ERRORS_POLICY })
      .type('text/html; charset=utf-8');
    return this.docs.content.errors;
  }

  @Get('llms.txt')
  @Public()
  llms(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers(DOCUMENT_HEADERS).type('text/plain; charset=utf-8');
    return this.docs.content.llms;
  }

  @Get('docs/openapi.json')
  @Public()
  json(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers(DOCUMENT_HEADERS).type('application/json; charset=utf-8');
    return this.docs.content.json;
  }

  @Get('docs/openapi.yaml')
  @Public()
  async yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    const text = await this.docs.content.yaml();
    reply.headers(DOCUMENT_HEADERS).type('application/yaml; charset=utf-8');
    return text;
  }
}
