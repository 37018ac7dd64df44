import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecretFiles } from './secret-files';

const NAMES = ['DATABASE_URL', 'REDIS_URL'];

/** operator.md 1 */
describe('readSecretFiles', () => {
  const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const file = (name: string, text: string) => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  };

  it('reads secrets from files, without the line break at the end', () => {
    const DATABASE_URL_FILE = file('database', 'postgres://u:p@db/feedback\n');
    const { env, problems } = readSecretFiles({ DATABASE_URL_FILE, REDIS_URL: 'redis://cache' }, NAMES);
    expect(problems).toEqual([]);
    expect(env).toMatchObject({ DATABASE_URL: 'postgres://u:p@db/feedback', REDIS_URL: 'redis://cache' });
  });

  it('ignores empty variables, and files of other variables', () => {
    const env = { REDIS_URL_FILE: '', HOST_FILE: '/nowhere' };
    expect(readSecretFiles(env, NAMES)).toEqual({ env, problems: [] });
  });

  it('reports every variable that is set twice, and every unreadable or empty file', () => {
    const DATABASE_URL_FILE = file('empty', ' \n');
    expect(readSecretFiles({ DATABASE_URL_FILE, REDIS_URL_FILE: '/nowhere/redis' }, NAMES).problems).toEqual([
      { name: 'DATABASE_URL', text: `DATABASE_URL_FILE: ${DATABASE_URL_FILE} is empty` },
      { name: 'REDIS_URL', text: 'REDIS_URL_FILE: cannot read /nowhere/redis (ENOENT)' },
    ]);
    const both = { REDIS_URL: 'redis://cache', REDIS_URL_FILE: '/nowhere/redis' };
    expect(readSecretFiles(both, NAMES).problems).toEqual([
      { name: 'REDIS_URL', text: 'REDIS_URL_FILE must not be set when REDIS_URL is set' },
    ]);
  });
});
