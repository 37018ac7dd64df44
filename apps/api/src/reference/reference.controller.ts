import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Injectable, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config';
import { CONFIG } from '../shared.module';
import { Public } from '../http/routes';
import { assets } from '../http/assets';
import { ERRORS_POLICY, errorsPage } from './errors.page';
import { llmsText } from './llms-text';
import { openApiDocument } from './openapi-document';
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
@Injectable()
export class Docs {
  private created: ReturnType<typeof contentOf> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get content() {
    return (this.created ??= contentOf(this.config));
  }
}

function contentOf(config: Config) {
  const document = openApiDocument(config);
  let yaml: Promise<string> | undefined;
  return {
    json: JSON.stringify(document),
    yaml: () => (yaml ??= writeYaml(document)),
    errors: errorsPage(document),
    llms: llmsText(config.PUBLIC_URL),
    /** Renders the page for one response with its nonce. */
    page: docsPage(document, assets()?.filesOf('src/reference/docs.tsx') ?? null),
  };
}

/** Loads the writer on first use. YAML 1.1 reads the result, too. */
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
    const { page } = this.docs.content;
    const nonce = randomBytes(16).toString('base64');
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      'content-security-policy': docsPolicy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    return page(nonce);
  }

  @Get('docs/errors')
  @Public()
  errors(@Res({ passthrough: true }) reply: FastifyReply) {
    const { errors } = this.docs.content;
    reply
      .headers({ 'cache-control': FIVE_MINUTES, 'content-security-policy': ERRORS_POLICY })
      .type('text/html; charset=utf-8');
    return errors;
  }

  @Get('llms.txt')
  @Public()
  llms(@Res({ passthrough: true }) reply: FastifyReply) {
    const { llms } = this.docs.content;
    reply.headers(DOCUMENT_HEADERS).type('text/plain; charset=utf-8');
    return llms;
  }

  @Get('docs/openapi.json')
  @Public()
  json(@Res({ passthrough: true }) reply: FastifyReply) {
    const { json } = this.docs.content;
    reply.headers(DOCUMENT_HEADERS).type('application/json; charset=utf-8');
    return json;
  }

  @Get('docs/openapi.yaml')
  @Public()
  async yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    const text = await this.docs.content.yaml();
    reply.headers(DOCUMENT_HEADERS).type('application/yaml; charset=utf-8');
    return text;
  }
}
