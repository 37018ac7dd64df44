import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mcpCommand } from './support/mcp-host';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** A string in a statement that runs whenever the MCP library is initialized. */
const MODULE_MARKER = 'io.modelcontextprotocol/protocolVersion';

/** Returns how often this command runs the statement of the marker in the bundle. */
function passes(...extraArgs: string[]): number {
  const { command, args } = mcpCommand({});
  const bundle = args[0]!;
  const dir = mkdtempSync(join(tmpdir(), 'feedback-coverage-'));
  try {
    const env = { NODE_V8_COVERAGE: dir, FEEDBACK_URL: 'http://127.0.0.1:1', FEEDBACK_API_KEY: 'fb_live_x' };
    execFileSync(command, [bundle, ...extraArgs], { env, input: '', stdio: 'pipe' });
    const { result } = JSON.parse(readFileSync(join(dir, readdirSync(dir)[0]!), 'utf8')) as {
      result: { url: string; functions: { ranges: Range[] }[] }[];
    };
    const at = readFileSync(bundle, 'utf8').indexOf(MODULE_MARKER);
    expect(at).toBeGreaterThan(0);
    const around = result
      .filter(({ url }) => url.endsWith('/feedback.mjs'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
      .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
    return around[0]!.count;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

it('initializes the MCP library only when the mcp command runs', () => {
  expect(passes('mcp')).toBe(1);
  expect(passes('--version')).toBe(0);
  expect(passes('mcp', '--help')).toBe(0);
});
