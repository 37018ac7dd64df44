import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** items.md 11, in the dashboard */
describeInBrowser('duplicates', () => {
  const fixture = useBrowser();
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Feedback item' });

  it('98 of them are merged with one search, one selection, and one key, and restored with Undo', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Many duplicates');
    const { page } = owner;
    await owner.createItems('Dark mode at night', 'Export as CSV', 'Slow search');
    await owner.importItems(Array.from({ length: 97 }, (_, n) => `Dark mode ${n}`));
    await owner.goTo('/app/inbox');
    await page.getByRole('link', { name: 'All 100' }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('dark mode');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'All 98' }).waitFor();
    await owner.row('Slow search').waitFor({ state: 'detached' });
    await page.getByRole('grid', { name: 'Feedback items' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByText('98 selected').waitFor();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge 98 items into' });
    // The oldest one, because all have one request; it is below the rows that are loaded.
    await dialog.getByRole('option', { name: /Dark mode at night.*1 request/, selected: true }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('merge-many');
    await page.keyboard.press('Enter');

    const notice = page.getByText('Merged 97 items into “Dark mode at night”.');
    await notice.waitFor();
    // A notice stays while the pointer is over it. The checks below may take longer than it would stay.
    await notice.dispatchEvent('mouseover');
    await page.getByRole('link', { name: 'All 1', exact: true }).waitFor();
    await owner.row('Dark mode at night').getByRole('img', { name: '98 requests' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(1);
    expect(await page.getByText('selected', { exact: false }).count()).toBe(0);
    await owner.expectAccessible();
    await owner.expectFits('merged-many');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Unmerged 97 items.').waitFor();
    await page.getByRole('link', { name: 'All 98' }).waitFor();
    await page.getByRole('img', { name: '98 requests' }).waitFor({ state: 'detached' });
    await page.getByRole('grid', { name: 'Feedback items' }).focus();
    // The list is read again after Undo, and loads its second page at its end.
    const complete = page
      .locator('[role=grid][aria-rowcount="98"]')
      .getByRole('row')
      .filter({ hasText: 'Dark mode at night' });
    while (!(await complete.isVisible())) await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('link', { name: 'All 100' }).waitFor();
  });

  it('are merged with the one of the selection that has the most requests', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Selected duplicates');
    const { page } = owner;
    await owner.createItems('Oldest', 'Hotkeys', 'Keyboard shortcuts', 'Newest');
    const { data } = await owner.callApi<{ data: { id: string; title: string }[] }>('GET', 'feedback');
    const idOf = (title: string) => data.find((item) => item.title === title)!.id;
    await owner.callApi('PATCH', `feedback/${idOf('Hotkeys')}`, {
      merged_into: idOf('Keyboard shortcuts'),
    });
    await owner.goTo('/app/inbox');
    await page.getByRole('checkbox', { name: 'Select “Newest”' }).check();
    await page.getByRole('checkbox', { name: 'Select “Oldest”' }).check();
    await page.getByRole('checkbox', { name: 'Select “Keyboard shortcuts”' }).check();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    const options = page.getByRole('dialog', { name: 'Merge 3 items into' }).getByRole('option');
    await options.first().waitFor();
    expect(await options.allInnerTexts()).toEqual([
      expect.stringMatching(/Keyboard shortcuts\s[^]+\s2 requests/),
      expect.stringMatching(/Oldest\s[^]+\s1 request$/),
      expect.stringMatching(/Newest\s[^]+\s1 request$/),
    ]);
    // Enter waits for the result of a search, because the first option is still another item.
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    await page.route(/feedback\?.*q=newest/, async (route) => (await response, route.continue()));
    const search = page.getByRole('dialog').getByRole('combobox');
    await search.fill('newest');
    await search.press('Enter');
    respond();
    await page.getByRole('dialog').getByText('Results').waitFor();
    await search.press('Enter');
    await page.getByText('Merged 2 items into “Newest”.').waitFor();
    await owner.row('Newest').getByRole('img', { name: '4 requests' }).waitFor();
    await page.keyboard.press('z');
    await page.getByText('Unmerged 2 items.').waitFor();
    await owner.row('Keyboard shortcuts').getByRole('img', { name: '2 requests' }).waitFor();
    await owner.row('Oldest').waitFor();
  });

  it('are listed with their item, are read-only, and are unmerged one by one', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('One duplicate');
    const { page } = owner;
    await owner.createItems('Keyboard shortcuts', 'Hotkeys');
    await owner.goTo('/app/inbox');
    await owner.row('Hotkeys').click();
    const panel = panelOf(page);
    await panel.getByLabel('Title').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('merge');
    const command = page.getByRole('option', { name: 'Merge into another item' });
    expect(await command.innerText()).toMatch(/M$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge the item into' });
    await dialog.getByRole('combobox').fill('keyboard');
    await dialog.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('merge-one');
    // The panel took the focus while it covered the page.
    await dialog.getByRole('combobox').press('Enter');
    await panel.getByText('This item is merged into “Keyboard shortcuts”.').waitFor();
    await panel.getByText('You merged this into “Keyboard shortcuts”').waitFor();
    expect(await panel.getByRole('textbox', { name: 'Title' }).count()).toBe(0);
    expect(await panel.getByRole('button', { name: /^Status/ }).count()).toBe(0);
    await page.keyboard.press('2');
    await page.getByText('This item is merged into another one.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('merged-item');

    await panel.getByRole('link', { name: '“Keyboard shortcuts”' }).first().click();
    await panel.getByRole('heading', { name: '1 duplicate' }).waitFor();
    await panel.getByText('You merged 1 duplicate into this item').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('item-duplicates');
    await panel.getByRole('button', { name: 'Unmerge “Hotkeys”' }).press('Enter');
    await panel.getByRole('heading', { name: '1 duplicate' }).waitFor({ state: 'detached' });
    await owner.row('Hotkeys').waitFor();
    await panel.getByText('You removed 1 duplicate of this item').waitFor();
    expect(await panel.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('are merged from the similar items of an item, with Undo', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Similar duplicates');
    const { page } = owner;
    await owner.createItems('Dark mode please', 'Dark mode', 'Please add dark mode');
    await owner.goTo('/app/inbox');
    await owner.row('Dark mode').nth(1).click();
    const similar = page.getByRole('region', { name: 'Similar items' });
    await similar.getByRole('button', { name: 'Merge into this: “Dark mode please” becomes' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('similar-merge');
    await similar.getByRole('button', { name: 'Merge into this: “Dark mode please” becomes' }).press('Enter');
    // The notice stays while the pointer is over it.
    await page.getByText('Merged 1 item into “Dark mode”.').dispatchEvent('mouseover');
    await similar.getByRole('link', { name: 'Dark mode please' }).waitFor({ state: 'detached' });
    const other = similar.getByRole('button', { name: 'Merge into this: “Please add dark mode” becomes' });
    expect(await other.evaluate((element) => element === document.activeElement)).toBe(true);
    await panelOf(page).getByRole('heading', { name: '1 duplicate' }).waitFor();
    await owner.row('Dark mode').getByRole('img', { name: '2 requests' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await similar.getByRole('link', { name: 'Dark mode please' }).waitFor();
    await owner.row('Dark mode please').waitFor();
    await page.getByRole('img', { name: '2 requests' }).waitFor({ state: 'detached' });
  });

  it('are merged on the board, where the next card gets the focus', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Board duplicates');
    const { page } = owner;
    await owner.createItems('Keyboard shortcuts', 'Invoices', 'Hotkeys');
    await owner.goTo('/app/board');
    const card = (title: string) => page.getByRole('listitem', { name: title });
    await card('Hotkeys').focus();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge the item into' });
    await dialog.getByRole('combobox').fill('keyboard');
    await dialog.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Enter');
    await card('Hotkeys').waitFor({ state: 'detached' });
    await card('Keyboard shortcuts').getByRole('img', { name: '2 requests' }).waitFor();
    expect(await card('Invoices').evaluate((element) => element === document.activeElement)).toBe(true);
    await owner.expectAccessible();
    await owner.expectFits('board-duplicates');
    await page.setViewportSize({ width: 768, height: 900 });
    const overflow = (element: Element) => element.scrollWidth - element.clientWidth;
    expect(await card('Keyboard shortcuts').evaluate(overflow)).toBe(0);
    await page.keyboard.press('z');
    await card('Hotkeys').waitFor();
  });

  it('are at the end of the panel, and folded after five', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Folded duplicates');
    const { page } = owner;
    await owner.importItems(Array.from({ length: 9 }, (_, n) => `Dark mode ${n}`));
    const { data } = await owner.callApi<{ data: { id: string }[] }>('GET', 'feedback');
    const [target, ...others] = data.map(({ id }) => id);
    for (const id of others.slice(0, 7))
      await owner.callApi('PATCH', `feedback/${id}`, { merged_into: target });
    await owner.goTo(`/app/inbox?item=${target}`);
    const panel = panelOf(page);
    const list = panel.getByRole('region', { name: '7 duplicates' });
    await list.getByRole('button', { name: 'Unmerge' }).nth(4).waitFor();
    expect(await list.getByRole('button', { name: 'Unmerge' }).count()).toBe(5);
    await panel.getByRole('heading', { name: 'Similar items' }).waitFor();
    expect(await panel.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Public card',
      '8 requests',
      'No links',
      'Similar items',
      'Activity',
      '7 duplicates',
    ]);
    await panel.getByRole('button', { name: '7 duplicates' }).click();
    await list.getByRole('heading').and(page.locator(':focus')).waitFor();
    await list.getByRole('button', { name: 'Show all 7' }).click();
    await list.getByRole('button', { name: 'Unmerge' }).nth(6).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('folded-duplicates');
    await list.getByRole('button', { name: 'Show less' }).click();
    await list.getByRole('button', { name: 'Unmerge' }).nth(5).waitFor({ state: 'detached' });
  });

  /** lists.md 2 */
  it('lead to their target in searches and by their submitter, and the list says so', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Found duplicates');
    const { page } = owner;
    const create = async (title: string, submitter?: string) => {
      const item = { title, ...(submitter && { submitter_email: submitter }) };
      return (await owner.callApi<{ data: { id: string } }>('POST', 'feedback', item)).data.id;
    };
    const target = await create('Dark mode', 'eve@example.com');
    const duplicate = await create('Night colors', 'ada@example.com');
    await create('Night shift');
    await owner.callApi('PATCH', `feedback/${duplicate}`, { merged_into: target });
    await owner.goTo('/app/inbox?q=night');
    await owner.row('Dark mode').getByText('Found in a merged item').waitFor();
    await page.getByRole('link', { name: 'All 2', exact: true }).waitFor();
    expect(await owner.row('Night shift').getByText('Found in a merged item').count()).toBe(0);
    await owner.row('Dark mode').getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: 'Planned' }).click();
    await page.getByRole('link', { name: 'Planned 1', exact: true }).waitFor();
    await owner.row('Dark mode').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('found-in-merged');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('night');
    await page.getByRole('option', { name: /Dark mode.*Found in a merged item/ }).waitFor();
    await page.getByRole('option', { name: /Night shift/ }).waitFor();
    expect(await page.getByRole('option', { name: /Night shift.*merged/ }).count()).toBe(0);
    await page.keyboard.press('Escape');

    // While a search runs, the items of the one before are shown.
    await owner.goTo('/app/inbox');
    await owner.row('Dark mode').waitFor();
    let finish = () => {};
    const held = new Promise<void>((done) => (finish = done));
    await page.route('**/app/api/feedback?*q=nothing*', (route) => held.then(() => route.continue()));
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill('nothing');
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    expect(await owner.row('Dark mode').getByText('Found in a merged item').count()).toBe(0);
    finish();
    await owner.row('Dark mode').waitFor({ state: 'detached' });

    await owner.goTo('/app/board?sender=ada%40example.com');
    const card = page.getByRole('listitem', { name: 'Dark mode' });
    await card.getByText('Found in a merged item').waitFor();
    await page.getByRole('heading', { name: /^Planned\s*1$/ }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('found-in-merged-board');

    await owner.goTo(`/app/inbox?item=${duplicate}`);
    await panelOf(page).getByText('This item is merged into').waitFor();
    expect(await panelOf(page).getByText('ada@example.com').count()).toBeGreaterThan(0);
  });
});
