import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mcpCommand } from './mcp-host';

/** A script that the program loaded, and how often it called functions of it. */
interface ExecutedScript {
  readonly url: string;
  readonly calls: number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** Runs the built program, and returns the scripts that it loaded. Their numbers don't depend on the machine. */
export function executedScripts(...commandLine: string[]): readonly ExecutedScript[] {
  const { command, args, env } = mcpCommand({
    FEEDBACK_URL: 'http://127.0.0.1:1',
    FEEDBACK_API_KEY: 'fb_live_x',
  });
  const folder = mkdtempSync(join(tmpdir(), 'feedback-coverage-'));
  try {
    execFileSync(command, [args[0]!, ...commandLine], {
      env: { ...env, NODE_V8_COVERAGE: folder },
      input: '',
      stdio: 'pipe',
    });
    const { result } = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8')) as Coverage;
    expect(result.some(({ url }) => url.endsWith('/feedback.mjs'))).toBe(true);
    return result.map(({ url, functions }) => ({
      url,
      calls: functions.reduce((sum, { ranges }) => sum + ranges[0]!.count, 0),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
