import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonResponse, FakeService } from './support/fake-service';
import { useService } from './support/service';
import { waitForExit, hasTerminal, Shell } from './support/shell';

const inTerminal = hasTerminal ? it : it.skip;
const WITHOUT = 'unset FEEDBACK_URL FEEDBACK_API_KEY;';

describe('feedback login in a shell', () => {
  const product = useService();
  let shell: Shell;
  let key: string;
  let slug: string;
  beforeEach(async () => {
    ({ key, slug } = await product.account());
    shell = new Shell({ url: product.url, key });
    writeFileSync(join(shell.folder, 'key.txt'), `${key}\n`);
  });
  afterEach(() => shell.remove());
  const file = () => join(shell.folder, '.config/feedback/config.json');

  /** Runs a script and checks that its output does not contain the key. */
  async function runScript(script: string) {
    const result = await shell.run(script);
    expect(result.stdout + result.stderr).not.toContain(key);
    return result;
  }

  it('stores a piped key, which other commands use and logout removes', async () => {
    const { code, stdout, stderr } = await runScript(`${WITHOUT}
      feedback login --url ${product.url} < key.txt || exit
      stat -c '%a %n' .config/feedback .config/feedback/* | sed 's/ .*feedback/ feedback/'
      feedback create --title 'Dark mode' --quiet | cut -f3
      feedback whoami --json | grep -c '"slug":"${slug}"'
      feedback open
      feedback open --dashboard
      feedback logout
      feedback whoami
      echo $?`);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `700 feedback\n600 feedback/config.json\nDark mode\n1\n${product.url}/f/${slug}\n${product.url}/app\n3\n`,
    );
    expect(stderr).toContain('Logged in to Acme with the key "Test" (full).');
    expect(stderr).toContain('Error: No API key is configured');
    expect(existsSync(file())).toBe(false);
  });

  it('restricts the mode of a file that other users can read', async () => {
    mkdirSync(join(file(), '..'), { recursive: true });
    writeFileSync(file(), JSON.stringify({ url: product.url, api_key: key }), { mode: 0o644 });
    const { code, stderr } = await runScript(`${WITHOUT} feedback whoami > /dev/null`);
    expect(code).toBe(0);
    expect(stderr).toBe(
      `Warning: other users could read ${file()}. Now only you can. Consider replacing the key.\n`,
    );
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('reports an invalid file and a file that it cannot write', async () => {
    mkdirSync(join(file(), '..'), { recursive: true });
    writeFileSync(file(), '{"url":', { mode: 0o600 });
    const broken = await runScript(`${WITHOUT} feedback whoami`);
    expect([broken.code, broken.stdout]).toEqual([1, '']);
    expect(broken.stderr).toBe(`Error: Invalid settings file: ${file()}\nRun \`feedback login\` again.\n`);
    // The environment has both settings, so the file is not read.
    expect((await runScript('feedback whoami')).code).toBe(0);
    const unwritable = await runScript('XDG_CONFIG_HOME=/proc feedback login < key.txt');
    expect(unwritable.code).toBe(1);
    expect(unwritable.stderr).toContain('Error: Cannot write /proc/feedback/config.json (ENOENT)');
  });

  it('does not send the stored key to another service', async () => {
    const other = await FakeService.start({ '/key': jsonResponse({ data: {} }) });
    const { code, stderr } = await runScript(`${WITHOUT}
      feedback login --url ${product.url} < key.txt 2> /dev/null
      feedback whoami --url ${other.url}`);
    await other.stop();
    expect([code, other.requests]).toEqual([3, []]);
    expect(stderr).toContain(`The stored API key is for ${product.url}, not for ${other.url} (from --url)`);
  });

  it('does not store an invalid key', async () => {
    const { code, stderr } = await runScript(
      `${WITHOUT} echo fb_live_wrong | feedback login --url ${product.url}`,
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^Error: Invalid API key\nRun `feedback login` with another key.\nRequest ID: req_/,
    );
    expect(existsSync(file())).toBe(false);
  });

  it('exposes the key neither in the arguments nor in the environment of the process', async () => {
    const slow = await FakeService.start({
      '/key': (_, response) =>
        void setTimeout(
          () =>
            jsonResponse({ data: { name: 'Test', permission: 'full', account: { name: 'Acme' } } })(
              _,
              response,
            ),
          300,
        ),
    });
    const child = shell.start(`${WITHOUT} exec feedback login --url ${slow.url}`);
    const result = waitForExit(child);
    child.stdin.end(key);
    while (slow.requests.length === 0) await new Promise((next) => setImmediate(next));
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toContain('login');
    for (const procFile of ['cmdline', 'environ'])
      expect(readFileSync(`/proc/${child.pid}/${procFile}`, 'utf8')).not.toContain(key);
    expect((await result).code).toBe(0);
    await slow.stop();
  });

  it('exits on Ctrl-C while it waits for the key', async () => {
    const child = shell.start(`exec feedback login --url http://feedback.example.com`);
    const result = waitForExit(child);
    // The program prints its warning about plain HTTP once it handles signals.
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    expect(await result).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.not.stringContaining('Error'),
    });
  });

  inTerminal('prompts for the key without showing it', async () => {
    const script = `${WITHOUT} feedback login --url ${product.url}; stty -a | grep -o ' -\\?echo '`;
    const { stdout } = await shell.terminal(script, 100, { after: 'hidden): ', text: `${key}\r` });
    expect(stdout).not.toContain(key);
    expect(stdout).toContain('API key (input hidden): \r\nLogged in to Acme');
    // The terminal echoes input again.
    expect(stdout).toMatch(/ echo \r\n$/);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ url: product.url, api_key: key });
  });

  inTerminal('exits with 130 on Ctrl-C at the prompt and restores the terminal', async () => {
    const script = `${WITHOUT} feedback login --url ${product.url}; echo "ended $?"; stty -a | grep -o ' -\\?echo '`;
    const { stdout } = await shell.terminal(script, 100, { after: 'hidden): ', text: '\x03' });
    expect(stdout).toMatch(/ended 130\r\n echo \r\n$/);
    expect(existsSync(file())).toBe(false);
  });
});
