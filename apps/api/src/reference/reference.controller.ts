import { randomBytes } from 'node:crypto';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/routes';
import type { EntryFiles } from '../http/assets';
import { docsPage, docsPolicy } from './reference.page';
import type { OpenApiDocument } from '../openapi/openapi.types';

const FOR_A_WHILE = 'public, max-age=300';
/** Tools that run in a browser may load the document from anywhere: there is no data in it. */
const DOCUMENT_HEADERS = {
  'cache-control': FOR_A_WHILE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** What `/docs` serves, written once. */
export class Docs {
  readonly json: string;
  /** JSON is YAML 1.2 (its section 1.3), so there is no second writer that could say something else. */
  readonly yaml: string;
  /** For one response, with its nonce. */
  readonly page: (nonce: string) => string;

  /** @param files what was built of the page; null as long as nothing was */
  constructor(document: OpenApiDocument, files: EntryFiles | null) {
    this.json = JSON.stringify(document);
    this.yaml = `${JSON.stringify(document, null, 2)}\n`;
    this.page = docsPage(document, files);
  }
}

/** The API's document, outside of the API because it is public (conventions.md 13). */
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
  yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers(DOCUMENT_HEADERS).type('application/yaml; charset=utf-8');
    return this.docs.yaml;
  }
}
