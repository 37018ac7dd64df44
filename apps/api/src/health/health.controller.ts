import { Controller, Get } from '@nestjs/common';
import { serviceUnavailable } from '../http/refusals';
import { ForAnyone } from '../http/routes';

/** Whether the service can do its work: the database answers and its schema is the one this version needs. */
export abstract class Readiness {
  abstract isReady(): Promise<boolean>;
}

/** For the machine that keeps the service running (API.md 1.1); no data behind it. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers. */
  @Get('healthz')
  @ForAnyone()
  health() {
    return { data: { status: 'ok' } };
  }

  /** The process should get requests: not while it drains, nor without its database. */
  @Get('readyz')
  @ForAnyone()
  async ready() {
    if (!(await this.readiness.isReady())) throw serviceUnavailable();
    return { data: { status: 'ready' } };
  }
}
