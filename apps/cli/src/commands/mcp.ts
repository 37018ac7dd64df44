import type { Command } from 'commander';
import type { Cli } from '../cli';
import { VERSION } from '../version';

/** Short, because a model can decide by itself whether to wait for a rate limit. */
const MAX_WAIT_SECONDS = 5;

const HELP = `
Your MCP client starts this command. It uses FEEDBACK_URL and FEEDBACK_API_KEY,
or the values that \`feedback login\` stored:
  {"mcpServers": {"feedback": {"command": "feedback", "args": ["mcp"]}}}

A key with the \`read\` permission gets only the read-only tools. The server waits
up to ${MAX_WAIT_SECONDS} seconds for a rate limit. When its input ends, it completes pending
requests and exits.`;

export function mcpCommand(program: Command, cli: Cli): void {
  program
    .command('mcp')
    .summary('run an MCP server for AI agents')
    .description('Runs a Model Context Protocol (MCP) server over standard input and output.')
    .addHelpText('after', HELP)
    .action(() => serve(cli));
}

async function serve(cli: Cli): Promise<void> {
  const { stdin, stdout, stderr, signal } = cli.context;
  const client = cli.client({ maxWaitMs: Math.min(cli.options.maxWaitSeconds, MAX_WAIT_SECONDS) * 1000 });
  const log = (line: string) => void stderr.write(`feedback mcp: ${line}\n`);
  if (stdin.isTTY) log('waiting for an MCP client on standard input; press Ctrl-D to exit');
  // Lazy: other commands must not load the MCP library.
  const { serveTools } = await import('../mcp/serve-tools');
  await serveTools({ client, stdin, stdout, signal, log, version: VERSION });
}
