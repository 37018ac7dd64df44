import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { useService } from './support/service';
import { waitForExit, hasTerminal, Shell } from './support/shell';

const inTerminal = hasTerminal ? it : it.skip;

describe('export and import in a shell', () => {
  const product = useService();
  const shells: Shell[] = [];
  const shellOf = (key: string, url = product.url) => {
    const shell = new Shell({ url, key });
    shells.push(shell);
    return shell;
  };
  let slug: string;
  let shell: Shell;
  beforeEach(async () => {
    const account = await product.account();
    slug = account.slug;
    shell = shellOf(account.key);
  });
  afterEach(() => {
    for (const one of shells.splice(0)) one.remove();
  });

  it.each(['ndjson', 'csv'])('copies every item to another account as %s', async (format) => {
    await product.product.operator('seed', '--account', slug, '--items', '300');
    const other = shellOf((await product.account()).key);
    const file = join(shell.folder, `all.${format}`);
    const { code, stderr } = await shell.run(`feedback export -o all.${format}`);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^all\.\w+: \d+\.\d KB\n$/)]);
    const { stdout } = await other.run(
      `feedback import '${file}'; feedback import '${file}' --dry-run --json`,
    );
    expect(stdout).toContain('Created        300\n');
    expect(stdout).toContain('"created":0,"existing":300,"repeated":0,"failed":0');
    const all = 'feedback list --all --ndjson';
    expect((await other.run(all)).stdout).toBe((await shell.run(all)).stdout);
  });

  it('exports the same bytes to a file, to a pipe, and through the API', async () => {
    await product.product.operator('seed', '--account', slug, '--items', '50');
    const { stdout } = await shell.run(`
      feedback export --format csv --bom > piped.csv; feedback export --bom -o file.csv
      curl -s -H "X-API-Key: $FEEDBACK_API_KEY" "$FEEDBACK_URL/api/v1/feedback/export?format=csv&bom=true" > api.csv
      cmp piped.csv file.csv && cmp piped.csv api.csv && echo same; feedback export | head -c 9; ls`);
    expect(stdout).toBe('same\n{"data":[api.csv\nfile.csv\npiped.csv\n');
  });

  it('names the invalid lines of a file and skips them with --skip-invalid', async () => {
    writeFileSync(join(shell.folder, 'rows.csv'), 'title,status\nfine,new\n,new\nalso fine,later\n');
    const rejected = await shell.run('feedback import rows.csv');
    expect(rejected).toMatchObject({ code: 5, stdout: '' });
    expect(rejected.stderr).toContain(
      'Line 3: Missing required field: title\n  Line 4: Invalid value for status',
    );
    const { code, stdout } = await shell.run('feedback import --skip-invalid rows.csv');
    expect([code, stdout]).toEqual([5, expect.stringContaining('Created        1\n')]);
  });

  it('imports nothing if the upload is interrupted', async () => {
    const child = shell.start('exec feedback import');
    // More than a pipe buffers: once it is written, the program is reading it.
    const rows = Array.from({ length: 20_000 }, (_, n) => `{"title":"Item ${n}"}\n`).join('');
    await new Promise((sent) => child.stdin.write(rows, sent));
    const result = waitForExit(child);
    child.kill('SIGINT');
    expect(await result).toEqual({ code: 130, stdout: '', stderr: '' });
    expect((await shell.run('feedback list')).stderr).toBe('No items\n');
  });

  inTerminal('shows progress on a terminal and removes it at the end', async () => {
    await product.product.operator('seed', '--account', slug, '--items', '5000');
    const { code, stdout } = await shell.terminal('feedback export -o all.ndjson');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\r\x1b\[2K\d.*B\/s/);
    expect(stdout.trimEnd()).toMatch(/\x1b\[2Kall\.ndjson: \d\.\d MB$/);
    const { stdout: imported } = await shell.terminal('feedback import all.ndjson');
    expect(imported).toMatch(/\x1b\[2K\[#* *\] \d+%|sent, waiting for the service/);
    expect(imported).toContain('Existing       5,000');
  });
});

describe('an incomplete export', () => {
  let server: Server;
  let then: 'goes on' | 'breaks';
  let shell: Shell;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      const more = setInterval(() => response.write('id,title\r\n'.repeat(1000)), 10);
      response.on('close', () => clearInterval(more));
      if (then === 'breaks') setTimeout(() => response.destroy(), 300);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    shell = new Shell({ url, key: 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI' });
  });
  afterAll(() => {
    shell.remove();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => writeFileSync(join(shell.folder, 'all.csv'), 'old'));
  const remainingFiles = () => [
    readdirSync(shell.folder),
    readFileSync(join(shell.folder, 'all.csv'), 'utf8'),
  ];

  it('leaves no partial file if the download is interrupted', async () => {
    then = 'breaks';
    const { code, stderr } = await shell.run('feedback export -o all.csv');
    expect([code, stderr]).toEqual([7, expect.stringContaining('the file is incomplete')]);
    expect(remainingFiles()).toEqual([['all.csv'], 'old']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves no partial file on %s', async (signal, exit) => {
    then = 'goes on';
    const child = shell.start('exec feedback export -o all.csv');
    while (readdirSync(shell.folder).length < 2) await pause(20);
    const result = waitForExit(child);
    child.kill(signal);
    expect(await result).toEqual({ code: exit, stdout: '', stderr: '' });
    expect(remainingFiles()).toEqual([['all.csv'], 'old']);
  });

  inTerminal('exits on Ctrl-C and removes the progress line', async () => {
    then = 'goes on';
    const { code, stdout } = await shell.terminal('feedback export -o all.csv', 80, {
      after: 'B/s',
      text: '\x03',
    });
    expect(code).toBe(130);
    expect(stdout).toMatch(/\r\x1b\[2K$/);
    expect(remainingFiles()).toEqual([['all.csv'], 'old']);
  });

  it('exits on SIGINT while its reader does not read', async () => {
    then = 'goes on';
    const child = shell.start('exec feedback export --format csv');
    await once(child.stdout, 'readable');
    child.kill('SIGINT');
    expect((await waitForExit(child)).code).toBe(130);
  });
});
