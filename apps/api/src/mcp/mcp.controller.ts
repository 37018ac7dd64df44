import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Caller } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter, JSON_TYPE } from '../http/error.filter';
import { ApiCaller, ForMcp } from '../http/routes';
import type { McpHandler } from './mcp-handler';
import { McpLimits } from './mcp-limits';
import { McpUseCases } from './mcp-use-cases';

const BODY_LIMIT = 1_048_576;

/** `POST /mcp`: the tools for agents (mcp.md 1). */
@Controller('mcp')
export class McpController {
  private handler: Promise<McpHandler> | undefined;

  constructor(
    private readonly useCases: McpUseCases,
    private readonly limits: McpLimits,
    private readonly errors: ErrorFilter,
  ) {}

  @Post()
  @ForMcp({ permissions: ['full', 'read'], consumes: ['application/json'], bodyLimit: BODY_LIMIT })
  async handle(
    @ApiCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const handler = await (this.handler ??= this.load());
    const { status, body } = await handler.handle(caller, request, (headers) => void reply.headers(headers));
    reply.code(status);
    if (body === '') return undefined;
    reply.type(JSON_TYPE);
    return body;
  }

  /** Loads the protocol library with the first message. It takes 0.15 s and 25 MB, which many services never need. */
  private async load(): Promise<McpHandler> {
    const { McpHandler } = await import('./mcp-handler');
    return new McpHandler(this.useCases, this.limits, this.errors);
  }
}
