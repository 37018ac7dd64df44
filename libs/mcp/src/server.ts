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
   * Permission of the key: `read` gets the read-only tools. A function is called only when a client lists or calls
   * tools, because clients also start servers just to learn the supported revisions.
   */
  readonly permission: Permission | (() => Promise<Permission>);
  readonly version: string;
  /** The result of every tool call, without running the tool: the key has exceeded its rate limit. */
  readonly rejection?: ToolFailure;
}

const INSTRUCTIONS =
  `Product feedback of one account. Statuses: ${STATUSES.join(', ')}; any can follow any other. ` +
  'Each tool call counts toward the rate limit of the API key: prefer batch_update_feedback to many updates.';

/** Clients can cache the list for an hour. It depends on the key, so shared caches must not store it. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

/** For responses of clients to requests of the server, which sends none. The SDK's default would load all of ajv. */
const noValidator = {
  getValidator: () => {
    throw new Error('Unexpected schema validation: the tools validate their arguments');
  },
};

/**
 * Creates the server for one HTTP request or one stdio connection. The SDK's entry points connect it, for protocol
 * revisions with and without a handshake. Uses the low-level class, because `McpServer` would validate arguments by
 * schemas and messages of its own.
 */
export function feedbackMcpServer({ tools, permission, version, rejection }: FeedbackMcpServer): Server {
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
    // The first page has all tools.
    if (params?.cursor !== undefined) throw invalidParams('Invalid cursor');
    return { tools: (await offered()).map(({ definition }) => definition) } as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const callable = await offered();
    const tool = callable.find(({ definition }) => definition.name === params.name);
    if (!tool) throw unknownTool(callable.map(({ definition }) => definition.name));
    if (rejection) return failureResult(rejection);
    try {
      return resultOf(await tool.call(tools, params.arguments ?? {}));
    } catch (error) {
      if (error instanceof ToolFailure) return failureResult(error);
      server.onerror?.(error as Error);
      return failureResult(UNEXPECTED_ERROR);
    }
  });
  return server;
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * Reads null as an absent parameter, and reports invalid parameters in one line. The SDK would return the issues of its
 * schema as JSON.
 */
class FeedbackServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const validated = super._wrapHandler(method, handler);
    return async (request, context) => {
      const params = request.params && withoutNulls(request.params);
      if (method === 'tools/call') assertCallable(params);
      try {
        return await validated({ ...request, ...(params && { params }) }, context);
      } catch (error) {
        throw isSchemaDump(error) ? invalidParams(`Invalid parameters for ${method}`) : error;
      }
    };
  }
}

const withoutNulls = <T extends object>(params: T): T =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null)) as T;

/** Checks the parameters that models write. Clients write the others. */
function assertCallable(params: JSONRPCRequest['params']): void {
  const { name, arguments: args } = params ?? {};
  if (typeof name !== 'string') throw invalidParams('name must be a string, the name of a tool');
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  if (args !== undefined && !isObject) {
    throw invalidParams('arguments must be an object');
  }
}

/** Whether an error message contains schema issues: a JSON array over several lines. */
const isSchemaDump = (error: unknown): boolean => error instanceof Error && /\[\s*\{\n/.test(error.message);

const toolsOf = (permission: Permission) =>
  TOOLS.filter(({ definition }) => permission === 'full' || definition.annotations.readOnlyHint);

const UNEXPECTED_ERROR = new ToolFailure('api_error', 'An unexpected error occurred');

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** Also covers tools that the key's permission does not allow, which are not in the key's list. */
const unknownTool = (names: readonly string[]) =>
  invalidParams(`Unknown tool: must be one of ${names.join(', ')}`);

const resultOf = (structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});

/** An error of the tool, not of the protocol, so that the model sees it and can correct its call (mcp.md 5). */
function failureResult({ type, message, details }: ToolFailure): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: [`${type}: ${message}`, ...details].join('\n') }] };
}
