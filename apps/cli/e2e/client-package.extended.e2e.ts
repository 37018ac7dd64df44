import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { useService } from './support/service';

const TSC = resolve(__dirname, '../../../node_modules/typescript/bin/tsc');
const STRICT = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];

describe('the package at /client.tgz in a new project', () => {
  const product = useService();
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-client-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const response = await fetch(`${product.url}/client.tgz`);
    writeFileSync(join(folder, 'client.tgz'), Buffer.from(await response.arrayBuffer()));
    expect(run('npm', 'install', './client.tgz')).toMatchObject({ status: 0 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs without an npm registry: the package has no dependencies. */
  function run(command: string, ...args: string[]) {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_update_notifier: 'false',
    };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  }
  const readme = () => readFileSync(join(folder, 'node_modules/@feedback-service/client/README.md'), 'utf8');
  const compiled = (program: string) => {
    writeFileSync(join(folder, 'program.ts'), program);
    return run(process.execPath, TSC, ...STRICT, 'program.ts');
  };

  it('runs the program of its README', async () => {
    const { key } = await product.account();
    const [, program] = /^```ts\n([^]*?)^```/m.exec(readme())!;
    expect(
      compiled(program!.replace('https://feedback.example.com', product.url).replace('fb_live_…', key)),
    ).toEqual({ status: 0, stdout: '', stderr: '' });
    const { status, stdout, stderr } = run(process.execPath, 'program.js');
    expect([status, stdout, stderr]).toEqual([
      0,
      expect.stringMatching(/^[\da-f-]{36} Dark mode\n$/),
      '400 empty_value Field must not be empty: title\n',
    ]);
  });

  it('does not compile a program with an unknown field', () => {
    const [before] = readme().match(/^import .*createFeedbackClient.*$/m)!;
    const { status, stdout } = compiled(
      `${before}\nvoid FeedbackApiError;\nawait createFeedbackClient({ baseUrl: '', apiKey: '' }).create({ titel: 'x' });`,
    );
    expect([status, stdout]).toEqual([2, expect.stringContaining("'titel' does not exist in type")]);
  });
});
