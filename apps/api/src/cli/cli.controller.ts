import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isKnown } from '../http/if-none-match';
import { routeNotFound } from '../http/refusals';
import { ForAnyone } from '../http/routes';
import type { CliPackage } from './cli-package';

export const CLI_PACKAGE = Symbol('CliPackage');

const HEADERS = {
  // The address is the same for every version, so whoever has it asks again after five minutes.
  'cache-control': 'public, max-age=300',
  'content-disposition': 'attachment; filename="feedback-cli.tgz"',
};

/** The command line tool: `npm install --global <PUBLIC_URL>/cli.tgz`. */
@Controller()
export class CliController {
  constructor(@Inject(CLI_PACKAGE) private readonly cli: CliPackage | null) {}

  @Get('cli.tgz')
  @ForAnyone()
  package(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply) {
    if (!this.cli) throw routeNotFound();
    reply.headers({ ...HEADERS, etag: this.cli.etag });
    if (isKnown(this.cli.etag, known)) return reply.code(304).send();
    return reply.type('application/gzip').send(this.cli.bytes);
  }
}
