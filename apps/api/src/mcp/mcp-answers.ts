import { PARSE_ERROR, type Server } from '@modelcontextprotocol/server';
import type { Caller } from '@libs/accounts';
import { feedbackMcpServer, ToolFailure } from '@libs/mcp';
import type { FastifyRequest } from 'fastify';
// eslint-disable-next-line @nx/enforce-module-boundaries -- where the version is written; bundled as text
import { version } from '../../../../package.json';
import { jsonOf } from '../http/body';
import { errorJson, type ErrorFilter } from '../http/error.filter';
import type { CallBudget } from './call-budget';
import { McpExchange, refusal, type McpAnswer } from './mcp-exchange';
import { UseCaseFeedbackTools, type McpUseCases } from './use-case-feedback-tools';

type TellHeaders = (headers: Readonly<Record<string, string>>) => void;

/** What is behind the door of `/mcp`. A call is counted before it is known what will become of it (API.md 2.3). */
export class McpAnswers {
  constructor(
    private readonly useCases: McpUseCases,
    private readonly budget: CallBudget,
    private readonly errors: ErrorFilter,
  ) {}

  /** @param tell is told how the rate limits stand, as headers */
  async answer(caller: Caller, request: FastifyRequest, tell: TellHeaders): Promise<McpAnswer> {
    let body: unknown;
    try {
      body = jsonOf(request.body);
    } catch (error) {
      return refusal(400, PARSE_ERROR, `Parse error: ${(error as Error).message}`);
    }
    const faults: Error[] = [];
    const serverFor = (message: unknown) => this.serverFor(message, caller, request, tell);
    const answer = await new McpExchange(request.headers, serverFor, (error) => faults.push(error)).answer(
      body,
    );
    if (answer.status >= 500) request.log.error({ id: request.id, err: faults.at(-1) }, 'MCP failed');
    return answer;
  }

  private async serverFor(
    message: unknown,
    caller: Caller,
    request: FastifyRequest,
    tell: TellHeaders,
  ): Promise<Server> {
    const failureOf = (thrown: unknown): ToolFailure => {
      const {
        type,
        message: text,
        details,
      } = errorJson(this.errors.errorOf(thrown, request), request.id).error;
      return ToolFailure.of(type, text, details);
    };
    return feedbackMcpServer({
      tools: new UseCaseFeedbackTools(caller, this.useCases, failureOf),
      permission: caller.permission === 'full' ? 'full' : 'read',
      version,
      refusal: isCall(message) ? await this.refusalOf(caller, tell, failureOf) : undefined,
    });
  }

  private async refusalOf(
    caller: Caller,
    tell: TellHeaders,
    failureOf: (thrown: unknown) => ToolFailure,
  ): Promise<ToolFailure | undefined> {
    try {
      await this.budget.spend(caller, tell);
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }
}

/** A request and no notification: that one would do nothing. */
const isCall = (message: unknown): boolean => {
  const { method, id } = message as { method?: unknown; id?: unknown };
  return method === 'tools/call' && id !== undefined;
};
