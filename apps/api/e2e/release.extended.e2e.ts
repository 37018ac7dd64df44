import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freshDatabase } from '@libs/postgres/testing';
import { ServiceProcess } from './support/process';

const ROOT = resolve(__dirname, '../../..');
const run = promisify(execFile);
const UNIT = readFileSync(join(ROOT, 'docker/systemd/feedback.service'), 'utf8');

/** operator.md 15, and docs/operating/systemd.md. Needs a build, and the packages in npm's cache or a registry. */
describe('a release folder', () => {
  let home: string;
  beforeAll(() => (home = mkdtempSync(join(tmpdir(), 'feedback-release-'))));
  afterAll(() => rmSync(home, { recursive: true }));

  const release = (folder: string) =>
    // npm sets INIT_CWD to the folder where the command was typed.
    run(process.execPath, [join(ROOT, 'tools/release.mjs'), folder], {
      env: { ...process.env, INIT_CWD: home },
    });

  it('has production packages only, and runs with the command of the systemd unit', async () => {
    const folder = join(home, 'releases/1.0.0');
    expect((await release('releases/1.0.0')).stdout).toBe(`Release folder: ${folder}\n`);
    const has = (name: string) => existsSync(join(folder, 'node_modules', name));
    expect(['nx', 'jest', 'typescript', 'react', 'vite'].filter(has)).toEqual([]);
    await expect(release('releases/1.0.0')).rejects.toThrow(`${folder} exists. Choose a new folder.`);

    symlinkSync(folder, join(home, 'current'));
    const [, command = ''] = /^ExecStart=\S+ (.*)$/m.exec(UNIT)!;
    const database = await freshDatabase();
    const service = await ServiceProcess.start(
      {
        DATABASE_URL: database.url,
        SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
        SHUTDOWN_DELAY: '0',
      },
      command.replace('/opt/feedback', home).split(' '),
    );
    expect((await fetch(`${service.origin}/app`)).status).toBe(200);
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    await database.drop();
  });
});
