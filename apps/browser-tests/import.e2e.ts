import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { scene } from './support/scene';
import type { Visit } from './support/visit';

const FIDER = `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
10,Go is fast,Very tiny description,2018-03-23T19:33:22Z,Faceless,4,2,declined,John Snow,2018-04-04T19:48:10Z,Nothing we need to do,,,"easy, ignored"
15,Go is great,,2018-02-21T15:51:35Z,Someone else,4,2,started,,,,,,
20,"Go, is easy",,2018-01-12T01:46:59Z,Faceless,0,0,duplicate,,,,99,Go is very easy,
`;
const CANNY = `Post ID,Title,Details,Board,Status,Author Name,Author Email,Votes,Created
66f0aa,Export as PDF,"Please,
soon",Features,under review,Grace,grace@example.com,12,03/04/2024
66f0ab,Dark mode,,Features,complete,Ada,ada@example.com,7,05/06/2024
`;
const ASTUTO = `id;title;description;board_name;post_status_name;user_email;likes_count;created_at
3;Offline mode;On the train;Feature Requests;In Progress;ada@example.com;7;2024-05-01 10:00:00 UTC
4;No status yet;;Bugs;;;0;2024-05-02 10:00:00 UTC
`;

/** What a test looks at of an item. */
interface Item {
  readonly title: string;
  readonly version: number;
}

/** Somebody at the page of imports. */
async function importer(visit: Visit, name: string) {
  await visit.owns(name);
  await visit.goTo('/app/import');
  const { page } = visit;
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
  const choose = (text: string | Buffer, fileName = 'posts.csv') =>
    page.getByLabel('File to import').setInputFiles({
      name: fileName,
      mimeType: 'text/csv',
      buffer: Buffer.isBuffer(text) ? text : Buffer.from(text),
    });
  const click = (button: string | RegExp) => page.getByRole('button', { name: button }).click();
  return {
    page,
    choose,
    click,
    items: async () => (await visit.ask<{ data: Item[] }>('GET', 'feedback?limit=100')).data,
    counts: async () => (await visit.ask<{ data: { new: number } }>('GET', 'feedback/counts')).data,
  };
}

describeInBrowser('the import', () => {
  const stage = scene();

  it('of Fider: recognised, checked, imported, and all there the second time', async () => {
    const { page, choose, click, items } = await importer(await stage.visit(), 'From Fider');
    await choose(FIDER);
    await page.getByText('Looks like an export of Fider').waitFor();
    expect(await page.getByLabel('Status for “started”').inputValue()).toBe('building');
    await click('Check 3 rows');
    await page.getByText('3 rows: 3 new').waitFor();
    expect(await items()).toEqual([]);
    await click('Import 3 items');
    await page.getByRole('heading', { name: '3 items imported' }).waitFor();

    expect(await items()).toMatchObject([
      {
        title: 'Go is fast',
        description:
          'Very tiny description\n\nVotes: 4\nResponse: Nothing we need to do\nTags: easy, ignored',
        status: 'declined',
        source: 'import',
        created_at: '2018-03-23T19:33:22.000Z',
      },
      { title: 'Go is great', description: 'Votes: 4', status: 'building' },
      { title: 'Go, is easy', description: null, status: 'declined' },
    ]);

    await click('Import another file');
    await choose(FIDER + '21,A new one,,2019-01-12T01:46:59Z,Faceless,0,0,open,,,,,,\n', 'renamed.csv');
    await click('Check 4 rows');
    await page.getByText('4 rows: 1 new, 3 already here').waitFor();
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
    await page.getByText('3 rows were already here and left alone.').waitFor();
    await page.getByRole('link', { name: 'Open the inbox' }).click();
    await page.getByRole('row').filter({ hasText: 'A new one' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(4);
  });

  it('of Canny: asks what its dates cannot tell, and what its words mean can be changed', async () => {
    const { page, choose, click, items } = await importer(await stage.visit(), 'From Canny');
    await choose(CANNY);
    await page.getByText('Looks like an export of Canny').waitFor();
    await page.getByText('First answer the question about dates').waitFor();
    expect(await page.getByRole('button', { name: 'Check 2 rows' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Day first: 3 April' }).check();
    await page.getByLabel('Status for “under review”').selectOption('planned');
    await page.getByRole('checkbox', { name: 'Board' }).check();
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect(await items()).toMatchObject([
      { title: 'Dark mode', status: 'shipped', submitter_email: 'ada@example.com' },
      {
        title: 'Export as PDF',
        description: 'Please,\nsoon\n\nBoard: Features\nVotes: 12',
        status: 'planned',
        created_at: '2024-04-03T00:00:00.000Z',
      },
    ]);
  });

  it('of Astuto, and of this product as it exports itself', async () => {
    const owner = await stage.visit();
    const { page, choose, click, items } = await importer(owner, 'From Astuto');
    await choose(ASTUTO);
    await page.getByText('Looks like posts of Astuto').waitFor();
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    const before = await items();
    expect(before).toMatchObject([
      { title: 'No status yet', status: 'new', description: null },
      { title: 'Offline mode', status: 'building', description: 'On the train\n\nVotes: 7' },
    ]);

    const lines = before.map(({ version: _, ...item }) => `${JSON.stringify(item)}\n`).join('');
    const other = await importer(await stage.visit(), 'Moved house');
    await other.choose(lines, 'feedback.ndjson');
    await other.page.getByText('An export of this product').first().waitFor();
    await other.click('Check 2 rows');
    await other.click('Import 2 items');
    await other.page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect(await other.items()).toEqual(before.map((item) => ({ ...item, version: 1 })));

    await click('Import another file');
    await choose(lines, 'feedback.ndjson');
    await click('Check 2 rows');
    await page.getByText('every row is already here').waitFor();
  });

  it('tells problems by the lines of the file, and leaves them out only when told to', async () => {
    const { page, choose, click, items } = await importer(await stage.visit(), 'With problems');
    await choose('title,email,created\n"Two\nlines",nobody,soon\nGood,,\n,ada@example.com,\n');
    await page.getByText('The submitter’s e-mail is no e-mail address.').waitFor();
    await click('Check 3 rows');
    await page.getByText('3 rows: 1 new, 2 with problems').waitFor();
    const problems = page.getByRole('region', { name: 'The 2 rows with problems' });
    const said = await problems.getByRole('listitem').allInnerTexts();
    expect(said.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Line 2 The date of creation cannot be read\. Two lines/),
      expect.stringMatching(/^Line 2 The submitter’s e-mail is no e-mail address\. Two lines/),
      expect.stringMatching(/^Line 5 There is no title\./),
    ]);
    const [file] = await Promise.all([page.waitForEvent('download'), click('Download as CSV')]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('"5","Title","There is no title.",""\r\n');

    expect(await page.getByRole('button', { name: 'Import 1 item' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Leave out the 2 rows with problems' }).check();
    await click('Import 1 item');
    await page.getByText('2 rows with problems were left out.').waitFor();
    expect((await items()).map(({ title }) => title)).toEqual(['Good']);
  });

  it('takes rows pasted from a spreadsheet', async () => {
    const { page, click, items } = await importer(await stage.visit(), 'Pasted');
    await page.evaluate(() => navigator.clipboard.writeText('Title\tStatus\nFrom a sheet\tdone\n'));
    await page.keyboard.press('Control+V');
    await page.getByText('Pasted rows', { exact: true }).waitFor();
    await click('Check 1 row');
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
    expect(await items()).toMatchObject([{ title: 'From a sheet', status: 'shipped' }]);
  });

  it('takes a file that is dropped, also beside the place for it', async () => {
    const { page } = await importer(await stage.visit(), 'Dropped');
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['title\nDropped\n'], 'dropped.csv'));
      return transfer;
    });
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('dropped.csv', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Check 1 row' }).waitFor();
  });

  it.each([
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'This is a workbook'],
    ['another encoding', Buffer.from([0x74, 0x0a, 0xe9, 0x0a]), 'not in UTF-8'],
    ['quotes gone wrong', 'title,body\nA,"B\n', 'The quotes on line 2 do not match'],
    ['more rows than one import takes', `title\n${'x\n'.repeat(240_001)}`, 'Split it into 3 files'],
    ['a JSON document', '{"data":[]}', 'This is one JSON document'],
  ])('refuses %s in words, and goes on with the next file', async (what, file, words) => {
    const { page, choose } = await importer(await stage.visit(), `Refuses ${what}`);
    await choose(file);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await choose('title\nGood\n');
    await page.getByRole('button', { name: 'Check 1 row' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows how far it has got; cancelled, or left behind, nothing is imported', async () => {
    const visit = await stage.visit();
    const { page, choose, click, counts } = await importer(visit, 'Slow line');
    await choose(manyRows(20_000), 'many.csv');
    await click('Check 20,000 rows');
    await page.getByText('20,000 rows: 20,000 new').waitFor();
    let speedUp = await slowDown(page);
    await click('Import 20,000 items');
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    await page.getByText(/^Sending: .* MB of .* MB$/).waitFor();
    await visit.expectAccessible();
    await click('Cancel');
    await page.getByRole('alert').filter({ hasText: 'Cancelled. Nothing was imported.' }).waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);

    await page.getByRole('button', { name: 'Check again' }).waitFor();
    await speedUp();
    await click('Check again');
    await page.getByText('20,000 rows: 20,000 new').waitFor();
    speedUp = await slowDown(page);
    await click('Import 20,000 items');
    await page.getByText(/^Sending/).waitFor();
    await page.getByRole('link', { name: 'Board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop the import?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    const question = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    await page.getByRole('link', { name: 'Board' }).click();
    await dialog.getByRole('button', { name: 'Stop and leave' }).click();
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
    await speedUp();
    expect((await counts()).new).toBe(0);
  }, 120_000);

  it.each([
    [
      'lost on the way there',
      (route: Route) => route.abort('connectionreset'),
      'The connection was lost before everything was sent. Nothing was imported.',
    ],
    [
      'lost on the way back',
      (route: Route) =>
        route.fulfill({ contentType: 'application/x-ndjson', body: '{"progress":{"rows":1}}\n' }),
      'we do not know whether it was imported',
    ],
    [
      'refused, because another one is running',
      (route: Route) =>
        route.fulfill({ status: 429, json: refusal('rate_limit_error', 'import_in_progress') }),
      'An import is already running for this account.',
    ],
    [
      'refused when it had begun',
      (route: Route) =>
        route.fulfill({
          contentType: 'application/x-ndjson',
          body: `{"progress":{"rows":1}}\n${JSON.stringify(refusal('api_error', 'internal_error'))}\n`,
        }),
      'Something went wrong on our side. Try again in a moment. Nothing was imported.',
    ],
  ])('%s: says exactly what is known, and can be tried again', async (what, answer, words) => {
    const { page, choose, click } = await importer(await stage.visit(), `Trouble ${what}`);
    await choose('title\nA\n');
    await click('Check 1 row');
    await page.route(/dry_run=false/, answer);
    await click('Import 1 item');
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await page.unroute(/dry_run=false/);
    await click('Check again');
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
  });

  it('is done by keyboard alone, on a phone', async () => {
    const visit = await stage.visit({ viewport: { width: 360, height: 740 } });
    const { page } = await importer(visit, 'Keys only');
    const tabTo = async (name: string | RegExp, role: 'button' | 'radio' | 'combobox' = 'button') => {
      const target = page.getByRole(role, { name });
      for (let at = 0; at < 60; at++) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`No way to ${String(name)} by Tab`);
    };
    const chooser = page.waitForEvent('filechooser');
    await tabTo('Choose a file');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'canny.csv', mimeType: 'text/csv', buffer: Buffer.from(CANNY) });
    await page.getByText('Looks like an export of Canny').waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await tabTo('Day first: 3 April', 'radio');
    await page.keyboard.press('Space');
    await tabTo('Status for “complete”', 'combobox');
    await page.keyboard.press('d');
    await tabTo('Check 2 rows');
    await page.keyboard.press('Enter');
    await page.getByText('2 rows: 2 new').waitFor();
    await tabTo('Import 2 items');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2 items imported');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  it('is accessible in every step, within three widths', async () => {
    const visit = await stage.visit();
    const { page, choose, click } = await importer(visit, 'Looks');
    await page.getByText('Where do I get such a file?').click();
    await visit.expectAccessible();
    await visit.photograph('import-1-file');
    const bad = `66f0ac,"${'Very long title '.repeat(20)}",,Features,someday,Bob,nobody at all,0,soon\n`;
    await choose(CANNY + bad);
    await page.getByRole('radio', { name: 'Day first: 3 April' }).check();
    await visit.expectAccessible();
    await visit.photograph('import-2-columns');
    await click('Check 3 rows');
    await page.getByText('3 rows: 2 new, 1 with problems').scrollIntoViewIfNeeded();
    await visit.expectAccessible();
    await visit.photograph('import-3-check');
    await page.getByRole('checkbox', { name: 'Leave out the row with a problem' }).check();
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    await visit.expectAccessible();
    await visit.photograph('import-4-done');
  });
});

const manyRows = (count: number): string =>
  `title,description\n${Array.from({ length: count }, (_, at) => `Title ${at},${'word '.repeat(20)}\n`).join('')}`;

const refusal = (type: string, code: string) => ({
  error: { type, code, message: 'The words of the service', request_id: 'req_1' },
});

/** So slow that an upload is under way for as long as a test looks, until it is told to go on. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await devtools.send('Network.enable');
  await throttle(50_000);
  return async () => void (await throttle(-1));
}
