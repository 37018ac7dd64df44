import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const UNIT = readFileSync(resolve(__dirname, '../../../../docker/systemd/feedback.service'), 'utf8');
const settings = Object.fromEntries(
  [...UNIT.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
) as Record<string, string>;

/** docs/operating/systemd.md */
describe('docker/systemd/feedback.service', () => {
  it('starts Node.js with the options of npm start, and with source maps', () => {
    const { scripts } = JSON.parse(readFileSync(resolve(__dirname, '../../../../package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    const options = scripts.start.split(' ').slice(1, -1);
    const program = '/opt/feedback/current/dist/apps/api/main.js';
    expect(settings['ExecStart']!.split(' ')).toEqual([
      '/usr/bin/node',
      ...options,
      '--enable-source-maps',
      program,
    ]);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;
  (hasSystemd ? it : it.skip)('is accepted by systemd-analyze', () => {
    const verify = (text: string) => {
      const folder = mkdtempSync(join(tmpdir(), 'unit-'));
      const path = join(folder, 'feedback.service');
      writeFileSync(path, text.replace('/usr/bin/node', process.execPath));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true });
      return { status, problems: stderr.split('\n').filter((line) => line.includes('feedback.service')) };
    };
    expect(verify(UNIT)).toEqual({ status: 0, problems: [] });
    expect(verify(UNIT.replace('[Install]', 'PrivateTmpp=yes\n[Install]')).problems).toEqual([
      expect.stringContaining('PrivateTmpp'),
    ]);
  });
});
