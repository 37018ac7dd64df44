import { Controller, Get, Inject, Param, Redirect, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { routeNotFound } from '../http/errors';
import { Public } from '../http/routes';
import type { Assets } from '../http/assets';
import { sendDashboard } from './web-pipeline';

export const BUILT = Symbol('Assets');

/** Serves the page of the dashboard and its files. Without a build, the page shows how to build it. */
@Controller()
export class WebController {
  constructor(@Inject(BUILT) private readonly assets: Assets | null) {}

  @Get()
  @Public()
  @Redirect('/app', 302)
  home() {}

  @Get('app')
  @Public()
  dashboard(@Res() reply: FastifyReply) {
    return sendDashboard(this.assets, '/app', reply);
  }

  @Get('assets/:file')
  @Public()
  asset(@Param('file') file: string, @Res() reply: FastifyReply) {
    if (!this.assets?.has(file)) throw routeNotFound();
    return reply.header('cross-origin-resource-policy', 'same-origin').sendFile(file);
  }

  /** Browsers request it for pages without an icon link. */
  @Get('favicon.ico')
  @Public()
  icon(@Res() reply: FastifyReply) {
    const address = this.assets?.icon;
    if (!address) throw routeNotFound();
    return reply.header('cache-control', 'public, max-age=86400').redirect(address, 302);
  }
}
