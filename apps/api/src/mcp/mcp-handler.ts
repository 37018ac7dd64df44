import { INVALID_REQUEST, PARSE_ERROR } from '@modelcontextprotocol/server';
import type { Caller } from '@libs/accounts';
import { feedbackMcpServer, ToolFailure } from '@libs/mcp';
import type { FastifyRequest } from 'fastify';
import { errorJson, type ErrorFilter } from '../http/error.filter';
import { bodyTooLarge } from '../http/errors';
import { version } from '../version';
import { McpExchange, rpcError, type McpResponse } from './mcp-exchange';
import type { McpLimits, SetHeaders } from './mcp-limits';
import { isToolCall, MESSAGE_BYTES, messagesOf, UnreadableBody } from './mcp-messages';
import type { McpUseCases } from './mcp-use-cases';
import { UseCaseFeedbackTools } from './use-case-feedback-tools';

/** Responds to the messages of `POST /mcp`. Counts them before the protocol library sees them (mcp.md 6). */
export class McpHandler {
  constructor(
    private readonly useCases: McpUseCases,
    private readonly limits: McpLimits,
    private readonly errors: ErrorFilter,
  ) {}

  /**
   * @param setHeaders receives the rate limit headers
   * @throws DomainError `rate_limit`, `payload_too_large`
   */
  async handle(caller: Caller, request: FastifyRequest, setHeaders: SetHeaders): Promise<McpResponse> {
    // A large body must have a tool call. It is counted before the body is parsed, so that a key over its limit cannot
    // make the service parse large bodies.
    const countedCalls = Buffer.isBuffer(request.body) && request.body.length > MESSAGE_BYTES ? 1 : 0;
    if (countedCalls > 0) await this.limits.countCall(caller, setHeaders);
    try {
      const { body, messages } = messagesOf(request.body);
      if (countedCalls > 0 && !messages.some(isToolCall)) throw bodyTooLarge(MESSAGE_BYTES);
      const rejected = await this.limits.countAll(caller, messages, countedCalls, setHeaders);
      return await this.exchange(body, rejected, caller, request);
    } catch (error) {
      if (!(error instanceof UnreadableBody)) throw error;
      if (countedCalls === 0) await this.limits.countMessage(caller, setHeaders);
      return rpcError(400, error.kind === 'parse' ? PARSE_ERROR : INVALID_REQUEST, error.message);
    }
  }

  /** @param rejected tool calls over the limit, with the error of each */
  private async exchange(
    body: unknown,
    rejected: ReadonlyMap<unknown, unknown>,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<McpResponse> {
    const failureOf = (thrown: unknown): ToolFailure => {
      const error = this.errors.errorOf(thrown, request);
      const { publicUrl } = request.server;
      const { type, message, details, merged_into: target } = errorJson(error, request.id, publicUrl).error;
      return ToolFailure.of(type, message, details, target);
    };
    const serverFor = (message: unknown) =>
      feedbackMcpServer({
        tools: new UseCaseFeedbackTools(caller, this.useCases, failureOf),
        permission: caller.permission === 'full' ? 'full' : 'read',
        version,
        rejection: rejected.has(message) ? failureOf(rejected.get(message)) : undefined,
      });
    const errors: Error[] = [];
    const exchange = new McpExchange(request.headers, serverFor, (error) => errors.push(error));
    const response = await exchange.handle(body);
    if (response.status >= 500)
      request.log.error({ id: request.id, err: errors.at(-1) }, 'MCP request failed');
    return response;
  }
}
