import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mcpCommand } from './support/mcp-host';

const { command, args } = mcpCommand({});
const program = args[0]!;
/** A string in the MCP library. */
const MARKER = 'io.modelcontextprotocol/protocolVersion';

/** Returns whether this command loads the MCP library. */
function loadsMcp(...commandLine: string[]): boolean {
  const lib = join(dirname(program), 'lib');
  const marked = readdirSync(lib).filter((name) => readFileSync(join(lib, name), 'utf8').includes(MARKER));
  expect(marked).toHaveLength(1);
  const dir = mkdtempSync(join(tmpdir(), 'feedback-coverage-'));
  try {
    const env = { NODE_V8_COVERAGE: dir, FEEDBACK_URL: 'http://127.0.0.1:1', FEEDBACK_API_KEY: 'fb_live_x' };
    execFileSync(command, [program, ...commandLine], { env, input: '', stdio: 'pipe' });
    const { result } = JSON.parse(readFileSync(join(dir, readdirSync(dir)[0]!), 'utf8')) as {
      result: { url: string }[];
    };
    expect(result.some(({ url }) => url.endsWith('/feedback.mjs'))).toBe(true);
    return result.some(({ url }) => url.endsWith(`/lib/${marked[0]}`));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

it('loads the MCP library only when the mcp command runs', () => {
  expect(loadsMcp('mcp')).toBe(true);
  expect(loadsMcp('--version')).toBe(false);
  expect(loadsMcp('mcp', '--help')).toBe(false);
});
