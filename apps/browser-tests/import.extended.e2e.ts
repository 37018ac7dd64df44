import { readFileSync } from 'node:fs';
import { describeInBrowser } from './support/chromium';
import { CANNY_CSV, openImportPage } from './support/import-page';
import { useBrowser } from './support/fixture';

const FIDER = `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
10,Go is fast,Very tiny description,2018-03-23T19:33:22Z,Faceless,4,2,declined,John Snow,2018-04-04T19:48:10Z,Nothing we need to do,,,"easy, ignored"
15,Go is great,,2018-02-21T15:51:35Z,Someone else,4,2,started,,,,,,
20,"Go, is easy",,2018-01-12T01:46:59Z,Faceless,0,0,duplicate,,,,99,Go is very easy,
`;
const ASTUTO = `id;title;description;board_name;post_status_name;user_email;likes_count;created_at
3;Offline mode;On the train;Feature Requests;In Progress;ada@example.com;7;2024-05-01 10:00:00 UTC
4;No status yet;;Bugs;;;0;2024-05-02 10:00:00 UTC
`;

describeInBrowser('the import', () => {
  const fixture = useBrowser();

  it('from Fider: detects the source, checks, imports, and finds existing rows the second time', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'From Fider');
    await choose(FIDER);
    await page.getByText('Looks like a Fider export').waitFor();
    expect(await page.getByLabel('Status for “started”').inputValue()).toBe('building');
    await click('Check 3 rows');
    await page.getByText('3 rows: 3 new').waitFor();
    expect(await items()).toEqual([]);
    await click('Import 3 items');
    await page.getByRole('heading', { name: '3 items imported' }).waitFor();

    expect(await items()).toMatchObject([
      {
        title: 'Go is fast',
        description: 'Very tiny description\n\nResponse: Nothing we need to do',
        tags: ['easy', 'ignored'],
        status: 'declined',
        source: 'import',
        created_at: '2018-03-23T19:33:22.000Z',
      },
      { title: 'Go is great', description: null, request_count: 4, status: 'building' },
      { title: 'Go, is easy', description: null, status: 'declined' },
    ]);

    await click('Import another file');
    await choose(FIDER + '21,A new one,,2019-01-12T01:46:59Z,Faceless,0,0,open,,,,,,\n', 'renamed.csv');
    await click('Check 4 rows');
    await page.getByText('4 rows: 1 new, 3 already exist').waitFor();
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
    await page.getByText('3 rows were skipped because they already exist.').waitFor();
    await page.getByRole('link', { name: 'Open inbox' }).click();
    await page.getByRole('row').filter({ hasText: 'A new one' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(1);
  });

  it('from Canny: asks for the order of ambiguous dates, and lets the user map statuses', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'From Canny');
    await choose(CANNY_CSV);
    await page.getByText('Looks like a Canny export').waitFor();
    await page.getByText('Answer the question about dates').waitFor();
    expect(await page.getByRole('button', { name: 'Check 2 rows' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Day first: April 3' }).check();
    await page.getByLabel('Status for “under review”').selectOption('planned');
    await page.getByRole('checkbox', { name: 'Board' }).check();
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect(await items()).toMatchObject([
      { title: 'Dark mode', status: 'shipped', submitter_email: 'ada@example.com' },
      {
        title: 'Export as PDF',
        description: 'Please,\nsoon\n\nBoard: Features',
        request_count: 12,
        status: 'planned',
        created_at: '2024-04-03T00:00:00.000Z',
      },
    ]);
  });

  it('from Astuto, and from an export of this product', async () => {
    const owner = await fixture.visit();
    const { page, choose, click, items } = await openImportPage(owner, 'From Astuto');
    await choose(ASTUTO);
    await page.getByText('Looks like an Astuto export').waitFor();
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    const before = await items();
    expect(before).toMatchObject([
      { title: 'No status yet', status: 'new', description: null },
      { title: 'Offline mode', status: 'building', description: 'On the train', request_count: 7 },
    ]);

    const lines = before.map(({ version: _, ...item }) => `${JSON.stringify(item)}\n`).join('');
    const other = await openImportPage(await fixture.visit(), 'Moved house');
    await other.choose(lines, 'feedback.ndjson');
    await other.page.getByText('An export from this product').first().waitFor();
    await other.click('Check 2 rows');
    await other.click('Import 2 items');
    await other.page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect(await other.items()).toEqual(before.map((item) => ({ ...item, request_count: 1, version: 1 })));

    await click('Import another file');
    await choose(lines, 'feedback.ndjson');
    await click('Check 2 rows');
    await page.getByText('every row already exists').waitFor();
  });

  it('shows its items in the inbox, and can be undone except for changed items', async () => {
    const visit = await fixture.visit();
    const { page, choose, click, items } = await openImportPage(visit, 'Undoes it');
    await visit.createItems('Was here');
    await choose('title\nA\nB\nC\n');
    await click('Check 3 rows');
    await click('Import 3 items');
    await page.getByRole('link', { name: 'Open inbox' }).click();
    await page.getByRole('row').nth(2).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Remove filter “From one import”' }).click();
    await page.getByRole('row').filter({ hasText: 'Was here' }).waitFor();

    const changed = (await items()).find(({ title }) => title === 'B')!;
    await visit.callApi('PATCH', `feedback/${changed.id}`, { title: 'B, changed' });
    await visit.goTo('/app/import');
    const recent = page.getByRole('region', { name: 'Recent imports' });
    await recent.getByText('3 items').waitFor();
    await visit.expectAccessible();
    await recent.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByText('This permanently deletes 2 items that this import created.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Undo import' }).waitFor();
    await page.keyboard.press('Enter');
    const too = dialog.getByRole('checkbox', { name: 'Also delete the item that changed' });
    await too.check();
    await dialog.getByText('This permanently deletes 3 items').waitFor();
    await too.uncheck();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Import undone: 2 items deleted, 1 changed item kept.').waitFor();
    await page.locator(':focus').waitFor();
    expect((await items()).map(({ title }) => title).sort()).toEqual(['B, changed', 'Was here']);
  });

  it('can be undone from its result', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'Undoes it at once');
    await choose('title\nA\n');
    await click('Check 1 row');
    await click('Import 1 item');
    await click('Undo import');
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByText('This permanently deletes 1 item that').waitFor();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Import undone: 1 item deleted.').waitFor();
    await page.getByRole('heading', { name: 'Import undone' }).waitFor();
    await page.locator(':focus').waitFor();
    expect(await items()).toEqual([]);
    expect(await page.getByRole('button', { name: 'Undo import' }).count()).toBe(0);
  });

  it('converts HTML descriptions to plain text', async () => {
    const cases: Record<string, string> = {
      '<p>One &amp; two</p>\n<p>Three<br>four</p>': 'One & two\n\nThree\nfour',
      '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>after': '- a\n- b\n  - c\n\nafter',
      '<ol start="3"><li><p>a</p><p>b</p></li><li>c</li></ol>': '3. a\n\n   b\n4. c',
      'See <a href="https://example.com/x?a=1&amp;b=2">this <b>page</b></a>.':
        'See this page (https://example.com/x?a=1&b=2).',
      '<a href="https://example.com">https://example.com</a> <a href="javascript:alert(1)">no</a>':
        'https://example.com no',
      '<a href="mailto:ada@example.com">ada@example.com</a>': 'ada@example.com',
      'Before<hr>after<script>window.wasRun = true</script><style>p{}</style>': 'Before\n\nafter',
      '<img src="https://example.com/a.png" alt="Screen"><img src="data:image/png;base64,AAAA">':
        'Screen (https://example.com/a.png)',
      '<p style="color: red">styled</p>': 'styled',
      '<img src="/nowhere.png" onerror="window.wasRun = true">text': 'text',
      '<pre>  a\n    b</pre><blockquote><p>x</p><p>y</p></blockquote>': 'a\n    b\n\n> x\n>\n> y',
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>':
        'A | B\n1 | 2',
      'First line\nsecond <b>line</b>': 'First line\nsecond line',
      '- one\n- two <br> three\n\n<ul>\n<li>four</li>\n<li>five</li>\n</ul>\nsix':
        '- one\n- two\n three\n\n- four\n- five\n\nsix',
      'One<br />\ntwo': 'One\ntwo',
      '<div>one</div><div><br></div><div>two&nbsp;three</div>': 'one\n\ntwo three',
      'No tag, but &lt;b&gt; &#8220;q&#8221; &eacute;&nbsp;&unknown; &#10;\n end':
        'No tag, but <b> “q” é &unknown; \n\n end',
      'a < b && c > d': 'a < b && c > d',
    };
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'From HTML');
    const inputs = Object.keys(cases);
    await choose(
      inputs.map((description, i) => `${JSON.stringify({ title: `Case ${i}`, description })}\n`).join(''),
      'posts.ndjson',
    );
    const convert = page.getByRole('checkbox', { name: 'Convert HTML to text' });
    expect(await convert.isChecked()).toBe(true);
    await click(`Check ${inputs.length} rows`);
    await click(`Import ${inputs.length} items`);
    await page.getByRole('heading', { name: `${inputs.length} items imported` }).waitFor();
    const imported = new Map((await items()).map(({ title, description }) => [title, description]));
    expect(inputs.map((html, i) => [html, imported.get(`Case ${i}`)])).toEqual(Object.entries(cases));
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  });

  it('reads a file saved by Excel, drops invalid email addresses, and fills in missing dates', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'From Excel');
    const file = 'Title;Email;Created\r\nGr\xfc\xdfe;nobody;2024-05-01\r\nSpa\xdf;ada@example.com;\r\n';
    await choose(Buffer.from(file, 'latin1'));
    await page.getByText('If characters look wrong').waitFor();
    expect(await page.getByLabel('Encoding', { exact: true }).inputValue()).toBe('windows-1252');
    await page.getByRole('cell', { name: 'No date: today' }).waitFor();
    await page.getByLabel('Date for rows without one').fill('2023-02-01');
    await page.getByRole('cell', { name: 'No date: Feb 1, 2023' }).waitFor();
    await click('Check 2 rows');
    await page.getByText('2 rows: 1 new, 1 invalid').waitFor();
    await page.getByRole('checkbox', { name: '1 row has an invalid email address' }).check();
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    const imported = (await items()).sort((a, b) => (a.title < b.title ? -1 : 1));
    expect(imported).toMatchObject([
      { title: 'Grüße', submitter_email: null, created_at: '2024-05-01T00:00:00.000Z' },
      { title: 'Spaß', submitter_email: 'ada@example.com', created_at: '2023-02-01T00:00:00.000Z' },
    ]);
  });

  it('is in the navigation, and marked there as the current page', async () => {
    const visit = await fixture.visit();
    const { page } = await openImportPage(visit, 'Finds it');
    await visit.goTo('/app/board');
    await page.getByRole('navigation').getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
    const activeLink = page.getByRole('navigation').locator('[aria-current=page]');
    expect(await activeLink.innerText()).toBe('Import');
    // The second key counts within 1.2 seconds.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('b')]);
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('m')]);
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
  });

  it('distinguishes an ID repeated in the file from an existing item', async () => {
    const visit = await fixture.visit();
    const { page, choose, click, items } = await openImportPage(visit, 'Twice in a file');
    const file =
      'Post ID,Title,Details,Status,Board\n5f1a,Dark mode,,open,A\n5f1a,Other,,open,A\n5f1b,,,open,A\n';
    await choose(file);
    await click('Check 3 rows');
    await page.getByText('3 rows: 1 new, 1 repeated in this file, 1 invalid', { exact: true }).waitFor();
    const repeatedRows = page.getByRole('region', { name: '1 repeated row' });
    const listText = (await repeatedRows.getByRole('listitem').innerText()).replace(/\s+/g, ' ');
    expect(listText).toBe('Line 3 Has the same ID as line 2. Only that line is imported. Other');
    await visit.expectAccessible();
    await page.getByText('until you fix or remove that row').waitFor();
    await page.getByRole('checkbox', { name: 'Skip the invalid row' }).check();
    await click('Import 1 item');
    await page.getByText('1 row was skipped because an earlier row in the file has the same ID.').waitFor();
    expect(await page.getByText('already exist').count()).toBe(0);
    expect((await items()).map(({ title }) => title)).toEqual(['Dark mode']);

    await click('Import another file');
    await choose(file);
    await click('Check 3 rows');
    await page.getByText('3 rows: 0 new, 1 already exists, 1 repeated in this file, 1 invalid').waitFor();
    await page.getByText('every valid row already exists').waitFor();
    expect(await page.getByText('None of the rows can be imported').count()).toBe(0);
  });

  it('warns about unknown statuses until the user maps them', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'In German');
    await choose('Title,Status\nA,Geplant\nB,Geplant\nC,Erledigt\nD,open\n');
    const field = page.getByLabel('Status for “Geplant”');
    expect(await field.locator('option:checked').innerText()).toBe('Not recognized: New');
    expect(await page.getByLabel('Status for “open”').locator('option').count()).toBe(5);
    await page.getByText('3 rows will be New because these statuses aren’t recognized').waitFor();
    await field.selectOption('planned');
    await page.getByText('1 row will be New because this status isn’t recognized: “Erledigt”').waitFor();
    await page.getByLabel('Status for “Erledigt”').selectOption('shipped');
    expect(await page.getByText('will be New').count()).toBe(0);
    await click('Check 4 rows');
    await click('Import 4 items');
    await page.getByRole('heading', { name: '4 items imported' }).waitFor();
    const imported = (await items()).map(({ title, status }) => [title, status]);
    expect(Object.fromEntries(imported)).toEqual({ A: 'planned', B: 'planned', C: 'shipped', D: 'new' });
  });

  it('imports every row of a file without column names', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'Headless');
    await choose('sep=;\r\nDark mode;planned\r\nExport;done\r\n');
    await page.getByText('1 row, 2 columns').waitFor();
    await page.getByRole('checkbox', { name: 'The first line has column names' }).uncheck();
    await page.getByText('2 rows, 2 columns').waitFor();
    await page.getByLabel('Title', { exact: true }).selectOption('Column 1');
    await page.getByLabel('Status', { exact: true }).selectOption('Column 2');
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect((await items()).map(({ title }) => title).sort()).toEqual(['Dark mode', 'Export']);
  });

  it('offers invalid rows for download, and imports them after they are fixed', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'Repairs');
    await choose('id;title;body;created\n1;Good;;\n2;;Only a text;\n3;=Bad;x;2999-01-01\n');
    await page.getByText('Creation date is in the future.').waitFor();
    await page.getByRole('checkbox', { name: '1 row has no title' }).uncheck();
    await click('Check 3 rows');
    const problems = page.getByRole('region', { name: '2 invalid rows' });
    await problems.getByText('Creation date is in the future.').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), click('Download as CSV')]);
    await page.getByRole('checkbox', { name: 'Skip the 2 invalid rows' }).check();
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain(`"3","'=Bad","x","2999-01-01","4","Creation date is in the future."`);
    await click('Import another file');
    await choose(text.replace('"2",,', '"2","Repaired",').replace('2999', '2020'));
    await page.getByRole('button', { name: 'Check 2 rows' }).waitFor();
    expect(await page.getByText('import_problem').count()).toBe(0);
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect((await items()).map(({ title }) => title).sort()).toEqual(['=Bad', 'Good', 'Repaired']);
  });

  it('asks before it discards a chosen file, and not after the import', async () => {
    const visit = await fixture.visit();
    const { page, choose, click } = await openImportPage(visit, 'Goes back');
    await visit.goTo('/app/board');
    await page.getByRole('navigation').getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
    await choose('title\nA\n');
    await page.getByRole('button', { name: 'Check 1 row' }).waitFor();
    await page.goBack();
    const dialog = page.getByRole('dialog', { name: 'Leave the import?' });
    await dialog.getByText('Nothing has been imported yet.').waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await click('Check 1 row');
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
  });

  it('reports invalid rows by line number, and skips them only on request', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'With problems');
    await choose('title,email,created\n"Two\nlines",nobody,soon\nGood,,\n,ada@example.com,\n');
    await page.getByText('Submitter email isn’t valid.').waitFor();
    await click('Check 3 rows');
    await page.getByText('3 rows: 1 new, 2 invalid').waitFor();
    const problems = page.getByRole('region', { name: '2 invalid rows' });
    const listText = await problems.getByRole('listitem').allInnerTexts();
    expect(listText.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Line 2 Creation date isn’t valid\. Two lines/),
      expect.stringMatching(/^Line 2 Submitter email isn’t valid\. Two lines/),
      expect.stringMatching(/^Line 5 Title is missing\./),
    ]);
    const [file] = await Promise.all([page.waitForEvent('download'), click('Download as CSV')]);
    expect(readFileSync(await file.path(), 'utf8')).toContain(
      ',"ada@example.com",,"5","Title is missing."\r\n',
    );

    expect(await page.getByRole('button', { name: 'Import 1 item' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Skip the 2 invalid rows' }).check();
    await click('Import 1 item');
    await page.getByText('2 invalid rows were skipped.').waitFor();
    expect((await items()).map(({ title }) => title)).toEqual(['Good']);
  });

  it('accepts rows pasted from a spreadsheet', async () => {
    const { page, click, items } = await openImportPage(await fixture.visit(), 'Pasted');
    await page.evaluate(() => navigator.clipboard.writeText('Title\tStatus\nFrom a sheet\tdone\n'));
    await page.keyboard.press('Control+V');
    await page.getByText('Pasted rows', { exact: true }).waitFor();
    expect(await page.getByText('Pasted rows: 1 row read.').count()).toBe(1);
    await click('Check 1 row');
    await click('Import 1 item');
    await page.getByRole('heading', { name: '1 item imported' }).waitFor();
    expect(await items()).toMatchObject([{ title: 'From a sheet', status: 'shipped' }]);
  });

  it('accepts a file that is dropped anywhere on the page', async () => {
    const { page } = await openImportPage(await fixture.visit(), 'Dropped');
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['title\nDropped\n'], 'dropped.csv'));
      return transfer;
    });
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('dropped.csv', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Check 1 row' }).waitFor();
  });

  it('guesses the encoding, and shows the preview in another one', async () => {
    const visit = await fixture.visit();
    const { page, choose, click, items } = await openImportPage(visit, 'Encodings');
    await choose(Buffer.from('title\n\xaf\xf3\xb3ty motyw\n\xff\n', 'latin1'));
    const encoding = page.getByLabel('Encoding', { exact: true });
    await page.getByRole('cell', { name: 'Żółty motyw' }).waitFor();
    expect(await encoding.inputValue()).toBe('windows-1250');
    await encoding.focus();
    await encoding.selectOption('Cyrillic (Windows-1251)');
    await page.getByRole('cell', { name: 'Їуіty motyw' }).waitFor();
    await encoding.selectOption('Unicode (UTF-8)');
    await page.getByRole('alert').filter({ hasText: 'isn’t in the encoding that you chose' }).waitFor();
    expect(await encoding.inputValue()).toBe('windows-1251');
    await visit.expectAccessible();
    await encoding.selectOption('Central European (Windows-1250)');
    await page.getByRole('cell', { name: 'Żółty motyw' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await encoding.evaluate((element) => element === document.activeElement)).toBe(true);
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect((await items()).map(({ title }) => title)).toContain('Żółty motyw');
  });

  it('asks for the order of two-digit years with an example from the file', async () => {
    const { page, choose, click, items } = await openImportPage(await fixture.visit(), 'Short dates');
    await choose('title|created\nA|14-03-24\nB|14-04-24\n');
    await page.getByRole('radiogroup', { name: 'What date is 14-03-24 in this file?' }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(2);
    await page.getByRole('radio', { name: 'Year first: March 24, 2014' }).waitFor();
    await page.getByRole('radio', { name: 'Day first: March 14, 2024' }).check();
    await page.getByRole('cell', { name: 'Mar 14, 2024' }).waitFor();
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();
    expect(await items()).toMatchObject([{ created_at: '2024-04-14T00:00:00.000Z' }, { title: 'A' }]);
  });

  it.each([
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000', 'hex'), 'isn’t a text file'],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'This is a workbook'],
    [
      'UTF-8 with a broken character',
      Buffer.concat([Buffer.from('t\nGrüße, '), Buffer.of(0xe9, 0x0a)]),
      'can’t be read',
    ],
    ['mismatched quotes', 'title,body\nA,"B\n', 'The quotes on line 2 don’t match'],
    ['too many rows', `title\n${'x\n'.repeat(240_001)}`, 'Split it into 3 files'],
    ['a JSON document', '{"data":[]}', 'This is a single JSON document'],
  ])('rejects %s with a message, and accepts the next file', async (what, file, words) => {
    const { page, choose } = await openImportPage(await fixture.visit(), `Refuses ${what}`);
    await choose(file);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await choose('title\nGood\n');
    await page.getByRole('button', { name: 'Check 1 row' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
