import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isKnown } from '../http/conditional/if-none-match';
import { routeNotFound } from '../http/errors';
import { Public, ForVisitor } from '../http/routes';
import type { WidgetFileName, WidgetFiles } from './widget-files';

export const WIDGET = Symbol('WidgetFiles');

const HEADERS = {
  // Pages embed the URL permanently, so it has no hash. An update reaches them after an hour.
  'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  'cross-origin-resource-policy': 'cross-origin',
  // Modules and scripts with `crossorigin` are fetched with CORS.
  'access-control-allow-origin': '*',
  vary: 'Accept-Encoding',
};

/** The scripts that other websites embed (form.md 8, public.md 8), and what they load on demand. */
@Controller()
export class WidgetController {
  constructor(@Inject(WIDGET) private readonly files: WidgetFiles | null) {}

  @Get('widget.js')
  @Public()
  widget(@Headers() headers: RequestHeaders, @Res() reply: FastifyReply) {
    return this.send('widget.js', headers, reply);
  }

  @Get('roadmap.js')
  @Public()
  roadmap(@Headers() headers: RequestHeaders, @Res() reply: FastifyReply) {
    return this.send('roadmap.js', headers, reply);
  }

  @Get('changelog.js')
  @Public()
  changelog(@Headers() headers: RequestHeaders, @Res() reply: FastifyReply) {
    return this.send('changelog.js', headers, reply);
  }

  /** The look of the open dialog. Its path is below the form's, so that the widget needs no second URL. */
  @Get('f/:slug/dialog.css')
  @ForVisitor()
  dialog(@Headers() headers: RequestHeaders, @Res() reply: FastifyReply) {
    return this.send('dialog.css', headers, reply);
  }

  /** The form in the dialog. */
  @Get('f/:slug/dialog.js')
  @ForVisitor()
  form(@Headers() headers: RequestHeaders, @Res() reply: FastifyReply) {
    return this.send('dialog.js', headers, reply);
  }

  /** Sends what a visitor typed. */
  @Get('f/:slug/send.js')
  @ForVisitor()
  sender(@Headers() headers: RequestHeaders, @Res() reply: FastifyReply) {
    return this.send('send.js', headers, reply);
  }

  /** The solver for a challenge. */
  @Get('f/:slug/proof.js')
  @ForVisitor()
  proof(@Headers() headers: RequestHeaders, @Res() reply: FastifyReply) {
    return this.send('proof.js', headers, reply);
  }

  private send(name: WidgetFileName, headers: RequestHeaders, reply: FastifyReply) {
    const file = this.files?.file(name, headers['accept-encoding']);
    if (!file) throw routeNotFound();
    const { etag, encoding, bytes } = file;
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    reply.headers({ ...HEADERS, 'content-type': `${type}; charset=utf-8`, etag });
    if (isKnown(etag, headers['if-none-match'])) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bytes);
  }
}

type RequestHeaders = Readonly<Record<'accept-encoding' | 'if-none-match', string | undefined>>;
