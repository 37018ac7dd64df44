import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { executedScripts } from './support/coverage';
import { mcpCommand } from './support/mcp-host';

const { args } = mcpCommand({});
/** A string in the MCP library. */
const MARKER = 'io.modelcontextprotocol/protocolVersion';

/** Returns whether this command loads the MCP library. */
function loadsMcp(...commandLine: string[]): boolean {
  const lib = join(dirname(args[0]!), 'lib');
  const marked = readdirSync(lib).filter((name) => readFileSync(join(lib, name), 'utf8').includes(MARKER));
  expect(marked).toHaveLength(1);
  return executedScripts(...commandLine).some(({ url }) => url.endsWith(`/lib/${marked[0]}`));
}

it('loads the MCP library only when the mcp command runs', () => {
  expect(loadsMcp('mcp')).toBe(true);
  expect(loadsMcp('--version')).toBe(false);
  expect(loadsMcp('mcp', '--help')).toBe(false);
});
