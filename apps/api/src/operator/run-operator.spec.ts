import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PASSWORD, useOperator } from '../../testing/operator';

/** operator.md 2 */
describe('runOperator', () => {
  const { run, expectError } = useOperator();

  it('accepts --password with a warning, and rejects a missing password', async () => {
    const line = 'create-account --name Acme --email option@example.org';
    const missing = await run(line, {}, '');
    expect(missing).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^No password: [^\n]*\n$/),
    });
    const { code, out, err } = await run(`${line} --password ${PASSWORD} --json`, {}, '');
    expect({ code, email: JSON.parse(out).email }).toEqual({ code: 0, email: 'option@example.org' });
    expect(err).toMatch(/^Warning: --password makes the password visible [^\n]*\n$/);
  });

  it('lists all commands in its help', async () => {
    for (const line of ['help', '--help', '-h', 'seed --help']) {
      const { code, out, err } = await run(line);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      for (const name of [
        'create-account',
        'list-accounts',
        'show-account',
        'suspend-account',
        'resume-account',
        'delete-account',
        'set-plan',
        'list-keys',
        'issue-key',
        'revoke-key',
        'reset-password',
        'reset-second-factor',
        'identify ID',
        'doctor',
        'migrate',
        'backup FILE',
        'restore FILE',
        'seed',
      ]) {
        expect(out).toContain(`\n  ${name}`);
      }
    }
    expect((await run([])).code).toBe(0);
  });

  it('rejects unknown commands and options, extra arguments, and missing values', async () => {
    await expectError('destroy', /^Unknown command: see npm run operator -- help$/);
    await expectError('constructor', /^Unknown command/);
    await expectError('migrate --quickly', /^Unknown option '--quickly'$/);
    await expectError(
      'migrate now',
      /^Unexpected argument 'now'\. This command does not take positional arguments$/,
    );
    await expectError('backup', /^Missing argument: FILE$/);
    await expectError('backup a b --x', /^Unknown option '--x'$/);
    await expectError('restore a b c', /^Unexpected argument: b$/, /^Unexpected argument: c$/);
    await expectError('set-plan --account', /^Option '--account <value>' argument missing$/);
    await expectError(
      ['set-plan', '--account', '-x', '--plan', 'pro'],
      /^Option '--account' argument is ambiguous\. [^\n]*$/,
    );
  });

  it('reports each invalid environment variable in one line', async () => {
    const wrong = await run('migrate', { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' });
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/^DATABASE_URL: [^\n]+\n$/);
    const two = await run('migrate', { DATABASE_URL: 'x', PORT: 'y' });
    expect(two).toMatchObject({ code: 1, out: '' });
    expect(two.err.match(/^(PORT|DATABASE_URL) [^\n]+$/gm)).toHaveLength(2);
  });

  it.each([
    'set-plan --account acme --plan pro',
    'issue-key --account acme --name W',
    'revoke-key --account acme --id x',
    'reset-password --email ada@example.com',
    'seed --account acme --items 5',
    'backup feedback.backup',
  ])('does not create a database: %s', async (line) => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'operator-')), 'data');
    try {
      const { code, out, err } = await run(line, { DATABASE_URL: '', DATA_DIR: dataDir });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        `No database in ${dataDir}: set DATA_DIR or DATABASE_URL to the value that the service uses\n`,
      );
      expect(existsSync(dataDir)).toBe(false);
    } finally {
      rmSync(dirname(dataDir), { recursive: true });
    }
  });
});
