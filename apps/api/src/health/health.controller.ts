import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../http/error.filter';
import { serviceUnavailable } from '../http/errors';
import { Public } from '../http/routes';
import { Readiness } from './readiness';

/** For the machine that keeps the service running (operator.md 3); no data behind it. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers. */
  @Get('healthz')
  @Public()
  health() {
    return { data: { status: 'ok' } };
  }

  /** The process should get requests: not while it shuts down, nor without its database. */
  @Get('readyz')
  @Public()
  async ready(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const isReady = await this.readiness.isReady();
    // Sent and not thrown: the log has one line when the service stops being ready, not one for each request.
    if (!isReady) return void sendError(serviceUnavailable(), request, reply);
    reply.send({ data: { status: 'ready' } });
  }
}
