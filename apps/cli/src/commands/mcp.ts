import type { Command } from 'commander';
import type { Cli } from '../cli';
import { VERSION } from '../version';

/** A model can wait by itself, and knows what for: limits are told, not sat out. */
const MAX_WAIT_SECONDS = 5;

const HELP = `
The host starts it. It reads FEEDBACK_URL and FEEDBACK_API_KEY, or what
\`feedback login\` stored:
  {"mcpServers": {"feedback": {"command": "feedback", "args": ["mcp"]}}}

A key with the permission \`read\` is offered the tools that read. For a limit it waits
${MAX_WAIT_SECONDS} seconds at most. When its input ends, it answers what was asked, and ends.`;

export function mcpCommand(program: Command, cli: Cli): void {
  program
    .command('mcp')
    .summary('serve the tools of AI agents over standard input and output')
    .description('Serves the tools of AI agents (Model Context Protocol) over standard input and output.')
    .addHelpText('after', HELP)
    .action(() => serve(cli));
}

async function serve(cli: Cli): Promise<void> {
  const { stdin, stdout, stderr, signal } = cli.context;
  const client = cli.client({ maxWaitMs: Math.min(cli.options.maxWaitSeconds, MAX_WAIT_SECONDS) * 1000 });
  const log = (line: string) => void stderr.write(`feedback mcp: ${line}\n`);
  if (stdin.isTTY) log('a host talks to this over standard input and output; Ctrl-D ends it');
  // The protocol's library is nothing that other commands should have to load.
  const { serveTools } = await import('../mcp/serve-tools');
  await serveTools({ client, stdin, stdout, signal, log, version: VERSION });
}
