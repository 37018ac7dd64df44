import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** Downloads a file from the export menu. */
async function exported(page: Page, entry: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export or import' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}
const titlesOf = (ndjson: string) =>
  ndjson.split('\n').flatMap((line) => (line ? [(JSON.parse(line) as { title: string }).title] : []));

describeInBrowser('the export', () => {
  const fixture = useBrowser();

  it('exports all items in each format', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    await owner.createAccount('Exporter');
    await owner.createItems('Dark mode', '=1+1');
    await owner.goTo('/app/inbox');
    await owner.row('Dark mode').waitFor();

    const [ndjson] = await Promise.all([
      exported(page, 'NDJSON, all items'),
      page.getByText('Your download has started.').waitFor(),
    ]);
    expect(ndjson.name).toMatch(/^feedback-\d{8}T\d{6}Z\.ndjson$/);
    expect(titlesOf(ndjson.text)).toEqual(['=1+1', 'Dark mode']);
    const json = await exported(page, 'JSON, all items');
    expect((JSON.parse(json.text) as { data: unknown[] }).data).toHaveLength(2);
    const csv = await exported(page, 'CSV, all items');
    expect(csv.text).toMatch(/^id,title,/);
    expect(csv.text).toContain(`'=1+1`);
    const excelFile = await exported(page, 'CSV for Excel, all items');
    expect(excelFile.text).toBe(`\ufeff${csv.text}`);
  });

  it('exports the current filters, search, and order, and shows the number of items', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    await owner.createAccount('Picky exporter');
    await owner.callApi('POST', 'feedback', { title: 'Dark mode', status: 'planned' });
    await owner.callApi('POST', 'feedback', { title: 'A dark theme', status: 'planned' });
    await owner.callApi('POST', 'feedback', { title: 'Dark cave' });
    await owner.goTo('/app/inbox?status=planned&q=dark&sort=title');
    await owner.row('A dark theme').waitFor();
    const { text } = await exported(page, 'NDJSON, current view');
    expect(titlesOf(text)).toEqual(['A dark theme', 'Dark mode']);

    await page.getByRole('button', { name: 'Export or import' }).click();
    await page.getByText('Current view (2)').waitFor();
    await page.getByText('All items (3)').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('export-menu');
  });

  it('shows why it failed, and tries again', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    await owner.createAccount('Refused exporter');
    await owner.createItems('Dark mode');
    await owner.goTo('/app/inbox');
    await owner.row('Dark mode').waitFor();
    const error = {
      type: 'rate_limit_error',
      code: 'export_in_progress',
      message: 'An export is already running for this account',
      request_id: 'req_1',
    };
    const failed = page.getByText('An export is already running for this account.');
    const fail = async () => {
      await page.route('**/app/api/feedback/export**', (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '5' }, json: { error } }),
      );
      await page.getByRole('button', { name: 'Export or import' }).click();
      await page.getByRole('menuitem', { name: 'JSON, all items', exact: true }).click();
      await failed.waitFor();
      await page.unroute('**/app/api/feedback/export**');
    };
    await fail();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Try again' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    // The same from the menu: the notice of the failure is replaced.
    await fail();
    await exported(page, 'JSON, all items');
    await failed.waitFor({ state: 'detached' });
  });

  it('asks the user to sign in when the session has ended', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    await owner.createAccount('Signed out exporter');
    await owner.createItems('Dark mode');
    await owner.goTo('/app/inbox');
    await owner.row('Dark mode').waitFor();
    await owner.context.clearCookies();
    await page.getByRole('button', { name: 'Export or import' }).click();
    await page.getByRole('menuitem', { name: 'JSON, all items', exact: true }).click();
    await page.getByRole('dialog').waitFor();
  });

  it('can be imported into another account with every item unchanged, merged ones too', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Leaving');
    const { data: guarded } = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', {
      title: "'=guarded",
      description: 'two\r\nlines, "quoted"',
      status: 'shipped',
    });
    await owner.callApi('POST', 'feedback', {
      title: '=sum(1)',
      description: '',
      submitter_email: 'ada@example.com',
    });
    const { data: duplicate } = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', {
      title: 'Duplicate',
    });
    const { data: session } = await owner.callApi<{ data: { person: { id: string } } }>('GET', 'session');
    await owner.callApi('PATCH', `feedback/${guarded.id}`, { assignee_id: session.person.id });
    await owner.callApi('PATCH', `feedback/${duplicate.id}`, { merged_into: guarded.id });
    await owner.goTo('/app/inbox');
    await owner.row('=sum(1)').waitFor();
    await owner.page.getByRole('button', { name: 'Export or import' }).click();
    await owner.page.getByText('All items (3, 1 merged)').waitFor();
    await owner.page.keyboard.press('Escape');
    const { text } = await exported(owner.page, 'CSV for Excel, all items');
    type Items = { data: { readonly version: number }[] };
    const before = await owner.callApi<Items>('GET', 'feedback?merged=include');

    const newOwner = await fixture.visit();
    await newOwner.createAccount('Arriving');
    await newOwner.goTo('/app/inbox');
    const { page } = newOwner;
    await page.getByRole('link', { name: 'Import feedback' }).click();
    await page.getByLabel('File to import').setInputFiles({
      name: 'feedback.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByText('An export from this product').first().waitFor();
    await page.getByRole('button', { name: 'Check 3 rows' }).click();
    const notRestored = page.getByRole('region', { name: 'Not restored' });
    await notRestored.getByText('so their items have no assignee: Leaving').waitFor();
    await newOwner.expectAccessible();
    await page.getByRole('button', { name: 'Import 3 items' }).click();
    await page.getByRole('heading', { name: '3 items imported' }).waitFor();
    await notRestored.waitFor();
    const after = await newOwner.callApi<Items>('GET', 'feedback?merged=include');
    expect(after.data).toEqual(before.data.map((item) => ({ ...item, version: 1, assignee: null })));
  });
});
