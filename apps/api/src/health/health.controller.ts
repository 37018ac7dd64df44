import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../http/error.filter';
import { serviceUnavailable } from '../http/errors';
import { Public } from '../http/routes';
import { version } from '../version';
import { Readiness } from './readiness';

/** Health checks and the version (operator.md 3). They return no account data. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process is running. */
  @Get('healthz')
  @Public()
  health() {
    return { data: { status: 'ok' } };
  }

  /** The release that this process runs. */
  @Get('version')
  @Public()
  release() {
    return { data: { version } };
  }

  /** The instance should get requests: it is not shutting down, and it can use its database. */
  @Get('readyz')
  @Public()
  async ready(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const isReady = await this.readiness.isReady();
    // Sent, not thrown, so that the log has one line per change, not one per request.
    if (!isReady) return void sendError(serviceUnavailable(), request, reply);
    reply.send({ data: { status: 'ready' } });
  }
}
