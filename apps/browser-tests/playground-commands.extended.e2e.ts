import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { copyWith } from './support/clipboard';
import { textField, openReference, openOperation } from './support/reference-page';
import { useBrowser } from './support/fixture';

const PROGRAM = resolve(__dirname, '../../dist/apps/cli/feedback.mjs');

/** Copies the CLI command that the page shows for the current input. */
async function printed(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'CLI' }).click();
  return copyWith(page.getByRole('button', { name: 'Copy code' }));
}

describeInBrowser('CLI commands in /docs', () => {
  const fixture = useBrowser({ RATE_LIMIT_HOUR_FREE: '0', RATE_LIMIT_MINUTE_FREE: '0' });
  const folder = mkdtempSync(join(tmpdir(), 'feedback-commands-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a command in a shell against the service. Rejects if the exit code is not 0. */
  const runs = (command: string, key: string): Promise<string> =>
    new Promise((done, fail) => {
      const script = `feedback() { '${process.execPath}' '${PROGRAM}' "$@"; }\n${command}`;
      const env = { PATH: process.env['PATH'], FEEDBACK_URL: fixture.product.origin, FEEDBACK_API_KEY: key };
      execFile('bash', ['-c', script], { cwd: folder, env }, (error, stdout, stderr) =>
        error ? fail(new Error(`${command}\n${stderr}`)) : done(stdout),
      ).stdin?.end();
    });
  const id = (page: Page) => page.getByRole('textbox', { name: /^id/ });

  it('have the same effect as the request: items', async () => {
    const { page, key } = await openReference(fixture, 'Commander', 'createFeedback', 'Other');
    await textField(page, 'Body').fill(
      JSON.stringify({ title: "It's -dark", description: '--$(id) `x` "y"\n\\n' }),
    );
    const [createdId = ''] = (await runs(await printed(page), key)).split('\t');

    await textField(page, 'Body').fill('{"title": "By hand", "description": null, "status": "planned"}');
    await page.getByRole('button', { name: 'Generate' }).click();
    const command = await printed(page);
    const first = await runs(command, key);
    expect(first).toContain('planned\tBy hand');
    expect(await runs(command, key)).toBe(first);

    await openOperation(page, 'List feedback items');
    await textField(page, 'q').fill('-dark');
    await page.getByLabel('include_total').selectOption('true');
    expect(await runs(await printed(page), key)).toMatch(
      new RegExp(`^${createdId}\tnew\tIt's -dark\t[^\n]*\n$`),
    );

    await openOperation(page, 'Get a feedback item');
    await id(page).fill(createdId);
    expect(await runs(await printed(page), key)).toContain('\n--$(id) `x` "y"\n\\n\n');
    await textField(page, 'If-None-Match').fill('"1"');
    expect(await runs(await printed(page), key)).toBe('');

    await openOperation(page, 'Update a feedback item');
    await id(page).fill(createdId);
    await textField(page, 'If-Match').fill('"1"');
    await textField(page, 'Body').fill('{"description": null, "status": "shipped"}');
    expect(await runs(await printed(page), key)).toContain('\tshipped\t');

    await openOperation(page, 'Change multiple feedback items');
    await textField(page, 'Body').fill(
      JSON.stringify({ updates: [{ id: createdId, title: 'Later' }], dry_run: true }),
    );
    expect(await runs(await printed(page), key)).toBe(`${createdId}\ttitle: "Later"\n`);

    await openOperation(page, 'Delete a feedback item');
    await id(page).fill(createdId);
    expect(await runs(await printed(page), key)).toBe('');
    await expect(runs(await printed(page), key)).rejects.toThrow('Feedback item not found');
  });

  it('have the same effect as the request: files', async () => {
    const { page, key } = await openReference(fixture, 'Filer', 'exportFeedback', 'One', 'Two');
    await page.getByLabel('format', { exact: true }).selectOption('csv');
    await page.getByLabel('bom').selectOption('true');
    const command = await printed(page);
    await runs(command, key);
    const file = / > '([^']+)'$/.exec(command)![1]!;
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^\ufeffid,title,.*\r\n[^]*,Two,/);

    const rows = "it's.csv";
    writeFileSync(join(folder, rows), 'title\nThree\n');
    await openOperation(page, 'Import feedback items');
    await page.getByLabel('Media type').selectOption('text/csv');
    await textField(page, 'Body').fill('title\n"Typed, by hand"\n');
    expect(await runs(await printed(page), key)).toContain('Created        1\n');
    await page.getByLabel('Or send a file').setInputFiles(join(folder, rows));
    await page.getByLabel('dry_run').selectOption('true');
    expect(await runs(await printed(page), key)).toContain('New            1\n');
    await page.getByLabel('dry_run').selectOption('false');
    await page.getByLabel('skip_invalid').selectOption('true');
    expect(await runs(await printed(page), key)).toContain('Created        1\n');
  });

  it('show the account of the key', async () => {
    const { page, key } = await openReference(fixture, 'Namer', 'getKey');
    expect(await runs(await printed(page), key)).toContain('Namer');
  });
});
