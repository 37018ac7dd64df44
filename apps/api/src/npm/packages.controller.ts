import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isKnown } from '../http/conditional/if-none-match';
import { routeNotFound } from '../http/errors';
import { Public } from '../http/routes';
import type { NpmPackages } from './npm-package';

export const NPM_PACKAGES = Symbol('NpmPackages');

/** Packages that npm installs from a URL, such as `npm install <PUBLIC_URL>/client.tgz`. */
@Controller()
export class PackagesController {
  constructor(@Inject(NPM_PACKAGES) private readonly packages: NpmPackages) {}

  /** The command line tool. */
  @Get('cli.tgz')
  @Public()
  cli(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply) {
    return this.send('cli', known, reply);
  }

  /** The typed client of the API. */
  @Get('client.tgz')
  @Public()
  client(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply) {
    return this.send('client', known, reply);
  }

  private send(name: keyof NpmPackages, known: string | undefined, reply: FastifyReply) {
    const found = this.packages[name];
    if (!found) throw routeNotFound();
    reply.headers({
      // Clients revalidate after five minutes, because the URL is the same for every version.
      'cache-control': 'public, max-age=300',
      'content-disposition': `attachment; filename="feedback-${name}.tgz"`,
      etag: found.etag,
    });
    if (isKnown(found.etag, known)) return reply.code(304).send();
    return reply.type('application/gzip').send(found.bytes);
  }
}
