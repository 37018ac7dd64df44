import { randomBytes } from 'node:crypto';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/routes';
import type { EntryFiles } from '../http/assets';
import { docsPage, docsPolicy } from './reference.page';
import type { OpenApiDocument } from '../openapi/openapi.types';

const FOR_A_WHILE = 'public, max-age=300';
/** Browser tools can load the document from any origin: it contains no account data. */
const DOCUMENT_HEADERS = {
  'cache-control': FOR_A_WHILE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The content of `/docs`, serialized once. */
export class Docs {
  readonly json: string;
  /** JSON is valid YAML 1.2 (section 1.3), so one serializer creates both formats. */
  readonly yaml: string;
  /** Renders the page for one response with its nonce. */
  readonly page: (nonce: string) => string;

  /** @param files the built files of the page; null before the first build */
  constructor(document: OpenApiDocument, files: EntryFiles | null) {
    this.json = JSON.stringify(document);
    this.yaml = `${JSON.stringify(document, null, 2)}\n`;
    this.page = docsPage(document, files);
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
  yaml(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers(DOCUMENT_HEADERS).type('application/yaml; charset=utf-8');
    return this.docs.yaml;
  }
}
