import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type JSONRPCRequest,
  type ListToolsResult,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { STATUSES } from '@libs/feedback';
import { ToolFailure, type FeedbackTools } from './feedback-tools';
import { TOOLS } from './tools';

type Permission = 'full' | 'read';

export interface FeedbackMcpServer {
  readonly tools: FeedbackTools;
  /**
   * Of the key: who may only read is shown the tools that read. A function is asked when a tool is listed or called,
   * for clients also start servers only to hear which revision they speak.
   */
  readonly permission: Permission | (() => Promise<Permission>);
  readonly version: string;
  /** Answers every call instead of its tool: the key has used up its rate limit. */
  readonly refusal?: ToolFailure;
}

const INSTRUCTIONS =
  `Product feedback of one account. Statuses: ${STATUSES.join(', ')}; any may follow any other. ` +
  'Each tool call counts against the rate limit of the API key: prefer batch_update_feedback to many updates.';

/** Clients may keep the list for an hour; it depends on the key, so nobody may share it. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

/** It would judge answers to questions that this server never asks; the SDK's own is all of ajv. */
const noValidator = {
  getValidator: () => {
    throw new Error('There is nothing to validate: the tools judge their arguments themselves');
  },
};

/**
 * One server for one request over HTTP, or one connection over stdio; the SDK's entries connect it, in either era.
 * On the low-level class, because the other wants schemas of its own and would judge arguments in its own words.
 */
export function feedbackMcpServer({ tools, permission, version, refusal }: FeedbackMcpServer): Server {
  const offered = async () => toolsOf(typeof permission === 'function' ? await permission() : permission);
  const server = new FeedbackServer(
    { name: 'feedback', title: 'Feedback', version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': LIST_HINT, 'server/discover': LIST_HINT },
      jsonSchemaValidator: noValidator,
    },
  );
  server.setRequestHandler('tools/list', async ({ params }) => {
    // All of them are on the first page.
    if (params?.cursor !== undefined) throw invalidParams('Invalid cursor');
    return { tools: (await offered()).map(({ definition }) => definition) } as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const callable = await offered();
    const tool = callable.find(({ definition }) => definition.name === params.name);
    if (!tool) throw unknownTool(callable.map(({ definition }) => definition.name));
    if (refusal) return failureResult(refusal);
    try {
      return resultOf(await tool.call(tools, params.arguments ?? {}));
    } catch (error) {
      if (error instanceof ToolFailure) return failureResult(error);
      server.onerror?.(error as Error);
      return failureResult(UNFORESEEN);
    }
  });
  return server;
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Reports invalid parameters in one line. The SDK would dump the issues of its schema as JSON. */
class FeedbackServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const validated = super._wrapHandler(method, handler);
    return async (request, context) => {
      if (method === 'tools/call') assertCallable(request.params);
      try {
        return await validated(request, context);
      } catch (error) {
        throw isSchemaDump(error) ? invalidParams(`Invalid parameters of ${method}`) : error;
      }
    };
  }
}

/** What models get wrong themselves; hosts write the other parameters. */
function assertCallable(params: JSONRPCRequest['params']): void {
  const { name, arguments: given } = params ?? {};
  if (typeof name !== 'string') throw invalidParams('name must be a string: the name of a tool');
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (given !== undefined && !isObject) {
    throw invalidParams('arguments must be an object');
  }
}

/** Whether a message contains the issues of a schema: a JSON array over several lines. */
const isSchemaDump = (error: unknown): boolean => error instanceof Error && /\[\s*\{\n/.test(error.message);

const toolsOf = (permission: Permission) =>
  TOOLS.filter(({ definition }) => permission === 'full' || definition.annotations.readOnlyHint);

const UNFORESEEN = new ToolFailure('api_error', 'An unexpected error occurred');

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** Also for one that this key may not call: it is not in the list that was given out for the key. */
const unknownTool = (names: readonly string[]) =>
  invalidParams(`Unknown tool: must be one of ${names.join(', ')}`);

const resultOf = (structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});

/** An error of the tool and not of the protocol: the model sees it and can do better (mcp.md 5). */
function failureResult({ type, message, details }: ToolFailure): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: [`${type}: ${message}`, ...details].join('\n') }] };
}
