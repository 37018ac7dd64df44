import { describeInBrowser } from './support/chromium';
import { openImportPage } from './support/import-page';
import { useBrowser } from './support/fixture';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly request_count: number;
  readonly request_value: number;
}
interface Request {
  readonly email: string | null;
  readonly count: number;
  readonly company: string | null;
}

/** What each row must become: its number of votes, and all who ask, those without an address as a number. */
type Expected = Readonly<Record<string, readonly [votes: number, ...(string | number)[]]>>;

/** Exports with the columns that the products document, or that their source code writes. */
const EXPORTS: readonly (readonly [name: string, file: string, expected: Expected])[] = [
  [
    'a Canny export',
    `Post ID,Title,Details,Board,Status,Author Name,Author Email,Author Company,Votes,Voters,Created
66f0aa,Export as PDF,Please,Features,planned,Grace,grace@example.com,Acme,12,"ada@example.com, GRACE@example.com",2024-04-13
66f0ab,Dark mode,,Features,complete,Ada,ada@example.com,,1,,2024-06-15
`,
    {
      'Export as PDF': [12, 'grace@example.com', 'ada@example.com', 10],
      'Dark mode': [1, 'ada@example.com'],
    },
  ],
  [
    'a Fider export',
    `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
10,Go is fast,Very tiny description,2018-03-23T19:33:22Z,Faceless,4,2,declined,,,,,,easy
20,"Go, is easy",,2018-01-12T01:46:59Z,Faceless,0,0,open,,,,,,
`,
    { 'Go is fast': [4, 1, 3], 'Go, is easy': [1, 1] },
  ],
  [
    'an Astuto export',
    `id;title;description;board_name;post_status_name;user_email;likes_count;created_at
3;Offline mode;On the train;Feature Requests;In Progress;ada@example.com;7;2024-05-01 10:00:00 UTC
4;No status yet;;Bugs;;;0;2024-05-02 10:00:00 UTC
`,
    { 'Offline mode': [7, 'ada@example.com', 6], 'No status yet': [1, 1] },
  ],
  [
    'a Quackback export',
    `id,title,content,status,tags,board,author_name,author_email,vote_count,created_at
post_01,Dark mode,Please,Planned,"ui,night",features,Ada,ada@example.com,1204,2025-01-15T10:30:00.000Z
post_02,Votes against it,,Open,,features,Jane,,-3,2025-01-16T10:30:00.000Z
`,
    { 'Dark mode': [1204, 'ada@example.com', 1203], 'Votes against it': [1, 1] },
  ],
  [
    'a Feeblo export',
    `title,content,status,board,tags,eta,author_name,author_email,vote_count,created_at,updated_at,url
Dark mode,Please,Planned,Features,UI,,Ada,ada@example.com,3,2025-01-15T10:30:00.000Z,2025-01-16T10:30:00.000Z,https://feeblo.example.com/p/1
Export,,Open,Features,,,,,2,2025-01-15T10:30:00.000Z,2025-01-16T10:30:00.000Z,https://feeblo.example.com/p/2
`,
    { 'Dark mode': [3, 'ada@example.com', 2], Export: [2, 1, 1] },
  ],
];

/** import.md 9, import.md 11 */
describeInBrowser('votes of other products', () => {
  const fixture = useBrowser();

  it.each(EXPORTS)('in %s become requests, which an undo removes', async (name, file, expected) => {
    const visit = await fixture.visit();
    const { page, choose, click } = await openImportPage(visit, 'Moves in');
    const items = async () => (await visit.callApi<{ data: Item[] }>('GET', 'feedback?limit=100')).data;
    await choose(file);
    await page.getByText(`Looks like ${name}`).waitFor();
    await click('Check 2 rows');
    await click('Import 2 items');
    await page.getByRole('heading', { name: '2 items imported' }).waitFor();

    const found: Record<string, unknown> = {};
    for (const { id, title, description, request_count } of await items()) {
      const path = `feedback/${id}/requests?limit=100`;
      const { data } = await visit.callApi<{ data: Request[] }>('GET', path);
      found[title] = [request_count, ...data.map(({ email, count }) => email ?? count).sort()];
      expect(description ?? '').not.toMatch(/votes/i);
    }
    const sorted = Object.entries(expected).map(([title, [votes, ...people]]) => [
      title,
      [votes, ...people.sort()],
    ]);
    expect(found).toEqual(Object.fromEntries(sorted));

    await click('Undo import');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Import undone: 2 items deleted.').waitFor();
    expect(await items()).toEqual([]);
  });

  /** import.md 12 */
  it('of a second file follow their items, and are undone alone', async () => {
    const visit = await fixture.visit();
    const { page, choose, click } = await openImportPage(visit, 'Has voters');
    const items = async () => (await visit.callApi<{ data: Item[] }>('GET', 'feedback?limit=100')).data;
    await choose(EXPORTS[3]![1]);
    await click('Check 2 rows');
    await click('Import 2 items');
    const file = `id,post_id,voter_email,source_type,created_at
vote_1,post_02,grace@example.com,,2025-01-17T10:30:00.000Z
vote_2,post_02,GRACE@example.com,,2025-01-17T10:30:00.000Z
vote_3,post_01,ada@example.com,,2025-01-17T10:30:00.000Z
vote_4,post_99,ada@example.com,,2025-01-17T10:30:00.000Z
`;
    const chooseVoters = (text: string) =>
      page
        .getByLabel('File with voters')
        .setInputFiles({ name: 'post_votes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await chooseVoters('Wish,Who\nDark mode,ada@example.com\n');
    await page.getByText('Choose a column for the item').waitFor();
    await page.getByLabel('Title of the item').selectOption('Wish');
    await page.getByLabel('Email', { exact: true }).selectOption('Who');
    await page.getByText('0 requests to add, 1 row of people who already asked.').waitFor();
    await page.getByLabel('Name', { exact: true }).press('ArrowDown');
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus:enabled')).waitFor();
    await visit.expectAccessible();

    await chooseVoters(file);
    await page
      .getByText('1 request to add, 2 rows of people who already asked, 1 row skipped because of a problem.')
      .waitFor();
    const invalid = page.getByRole('region', { name: '1 invalid row' });
    await invalid.getByText('Line 5').waitFor();
    await invalid.getByText('No item has this external ID. Check the source name.').waitFor();
    expect(await page.getByLabel('Source name of the IDs').inputValue()).toBe('quackback');
    await visit.expectAccessible();
    await click('Add 1 request');
    await page.getByText('1 request added').waitFor();
    await click('Import another file');
    const counts = async () =>
      Object.fromEntries((await items()).map(({ title, request_count }) => [title, request_count]));
    expect(await counts()).toEqual({ 'Dark mode': 1204, 'Votes against it': 2 });

    const recent = page.getByRole('region', { name: 'Recent imports' });
    await recent.getByText('1 request').waitFor();
    await recent.getByRole('button', { name: 'Undo import' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByText('This permanently deletes 1 request that this import added.').waitFor();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Import undone: 1 request deleted.').waitFor();
    expect(await counts()).toEqual({ 'Dark mode': 1204, 'Votes against it': 1 });
  });
});
