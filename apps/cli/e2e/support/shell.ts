import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const BUILD = resolve(__dirname, '../../../../dist/apps/cli');

interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder with the program `feedback`, for all shells of this process. */
let programFolder: string | undefined;

/** Copies the built program to an empty folder, where it finds no packages of the workspace. */
function installProgram(): string {
  if (!existsSync(BUILD)) throw new Error(`${BUILD} is missing: npx nx run-many -t build`);
  const folder = mkdtempSync(join(tmpdir(), 'feedback-bin-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['feedback.mjs', 'lib'])
    cpSync(join(BUILD, name), join(folder, name), { recursive: true });
  const program = join(folder, 'feedback');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${folder}/feedback.mjs' "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}

/** A shell with the built program as `feedback`, in an empty folder that is also the home folder. */
export class Shell {
  readonly folder: string;
  readonly #env: Record<string, string>;

  constructor(env: { readonly url: string; readonly key: string }) {
    const bin = (programFolder ??= installProgram());
    this.folder = mkdtempSync(join(tmpdir(), 'feedback-shell-'));
    this.#env = {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: this.folder,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      FEEDBACK_URL: env.url,
      FEEDBACK_API_KEY: env.key,
    };
  }

  start(script: string, env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
    return spawn('bash', ['-c', script], { cwd: this.folder, env: { ...this.#env, ...env } });
  }

  /** Runs a script without a terminal. */
  run(
    script: string,
    { stdin = '', env = {} }: { stdin?: string; env?: Record<string, string> } = {},
  ): Promise<ProcessResult> {
    const child = this.start(script, env);
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    return waitForExit(child);
  }

  /**
   * Runs a script in a pseudo-terminal, which combines standard output and standard error.
   * @param type `text` is typed as soon as `after` appears in the output
   */
  terminal(
    script: string,
    columns = 100,
    type: { after?: string; text?: string } = {},
  ): Promise<ProcessResult> {
    const sizedScript = `stty cols ${columns}; ${script}`;
    const child = this.start(`exec script -qec "$SCRIPT" /dev/null`, {
      SCRIPT: sizedScript,
      SHELL: '/bin/bash',
    });
    let shown = '';
    let isTyped = type.text === undefined;
    child.stdout.on('data', (text) => {
      shown += String(text);
      if (isTyped || !shown.includes(type.after ?? '')) return;
      isTyped = true;
      child.stdin.write(type.text!);
    });
    return waitForExit(child);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function waitForExit(child: ChildProcessWithoutNullStreams): Promise<ProcessResult> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += String(text)));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += String(text)));
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

/** True with `script` of util-linux. Other systems have a different program of this name. */
export const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;
