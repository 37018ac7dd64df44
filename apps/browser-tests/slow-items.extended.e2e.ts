import type { Page, Request } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitUntil, type Visit } from './support/visit';

/** Changes of items while the service takes long to answer. */
describeInBrowser('items on a slow network', () => {
  const fixture = useBrowser();
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Feedback item' });
  const statusOf = ({ page }: Visit, title: string, status: string) =>
    page.getByRole('row', { name: title }).getByLabel(`Status: ${status}. Change status`);

  async function inbox(name: string, ...titles: string[]): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems(...titles);
    await owner.goTo('/app/inbox');
    await owner.row(titles.at(-1)!).waitFor();
    return owner;
  }

  /** The service handles these requests, but the page gets no response until `respond` is called. */
  async function hold(page: Page, method: string, path: RegExp) {
    const requests: Request[] = [];
    let respond = () => {};
    const isReleased = new Promise<void>((resolve) => (respond = resolve));
    await page.route(path, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const response = await route.fetch();
      requests.push(route.request());
      await isReleased;
      await route.fulfill({ response });
    });
    return { requests, respond, handled: () => waitUntil(async () => requests.length > 0) };
  }

  it('a dialog adds all its tags to the item for which it opened, although that leaves the list', async () => {
    const owner = await inbox('Untagged', 'Below', 'Above');
    const { page } = owner;
    await owner.goTo('/app/inbox?untagged=true');
    await owner.row('Above').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    for (const tag of ['billing', 'mobile']) {
      await dialog.getByRole('combobox').fill(tag);
      await dialog.getByRole('option', { name: `Create tag “${tag}”` }).waitFor();
      await page.keyboard.press('Enter');
      await dialog.getByRole('option', { name: tag, exact: true, selected: true }).waitFor();
    }
    await owner.row('Above').waitFor({ state: 'detached' });
    const tags = async () =>
      (await owner.callApi<{ data: { title: string; tags: string[] }[] }>('GET', 'feedback')).data
        .map(({ title, tags }) => `${title}: ${tags.join(' ')}`)
        .join(', ');
    await waitUntil(async () => (await tags()) === 'Above: billing mobile, Below: ');
  });

  it('a list goes on after a change has canceled its next page', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    await owner.createAccount('Canceled page');
    await owner.importItems(Array.from({ length: 60 }, (_, n) => `Row ${n} of many`));
    await owner.goTo('/app/inbox');
    await owner.row('Row 59 of many').waitFor();
    await page.keyboard.press('j');
    const change = await hold(page, 'PATCH', /\/feedback\//);
    const next = await hold(page, 'GET', /\/feedback\?.*cursor=/);
    await page.keyboard.press('2');
    await change.handled();
    await page.keyboard.press('End');
    await next.handled();
    const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
    change.respond();
    await (await stored).finished();
    await waitUntil(async () => next.requests.length === 2);
    next.respond();
    await waitUntil(async () => {
      await page.keyboard.press('End');
      return owner.row('Row 0 of many').isVisible();
    });
  });

  it('an older response does not replace the own change in the panel, or in another list', async () => {
    const owner = await inbox('Older responses', 'Other', 'Mine');
    const { page } = owner;
    const item = await hold(page, 'GET', /\/feedback\/[0-9a-f-]{36}$/);
    const planned = await hold(page, 'GET', /\/feedback\?.*status=planned/);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await item.handled();
    await page.getByRole('link', { name: /^Planned/ }).click();
    await planned.handled();
    await panelOf(page).getByRole('button', { name: 'Status: New. Change status' }).click();
    const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('menuitem', { name: 'Planned' }).click();
    await (await stored).finished();
    const shown = panelOf(page).getByRole('button', { name: 'Status: Planned. Change status' });
    await shown.waitFor();
    const read = page.waitForResponse((response) => response.url() === item.requests[0]!.url());
    item.respond();
    planned.respond();
    await (await read).finished();
    await statusOf(owner, 'Mine', 'Planned').waitFor();
    expect(await shown.count()).toBe(1);
  });

  it('the row of an item shows what someone else changed when the item opens', async () => {
    const owner = await inbox('Changed elsewhere', 'Other', 'Changed');
    const { data } = await owner.callApi<{ data: { id: string }[] }>('GET', 'feedback?q=Changed');
    await owner.callApi('PATCH', `feedback/${data[0]!.id}`, { status: 'planned' });
    // The next poll would show it too.
    await hold(owner.page, 'GET', /\/feedback\?/);
    await owner.row('Changed').click();
    await statusOf(owner, 'Changed', 'Planned').waitFor();
  });

  it('a note that was stored is not offered again, and does not take the focus', async () => {
    const owner = await inbox('Slow notes', 'Other', 'Noted');
    const { page } = owner;
    const notes = await hold(page, 'POST', /\/notes$/);
    await owner.row('Noted').click();
    const field = panelOf(page).getByLabel('Write a note');
    const title = panelOf(page).getByRole('textbox', { name: 'Title' });
    await field.fill('Call them');
    await field.press('Control+Enter');
    await notes.handled();
    await owner.row('Other').click();
    await waitUntil(async () => (await title.inputValue()) === 'Other');
    await owner.row('Noted').click();
    await waitUntil(async () => (await title.inputValue()) === 'Noted');
    await field.press('Control+Enter');
    notes.respond();
    await waitUntil(async () => (await field.inputValue()) === '');
    expect(notes.requests).toHaveLength(1);

    const next = await hold(page, 'POST', /\/notes$/);
    await field.fill('They called');
    await field.press('Control+Enter');
    await next.handled();
    await title.focus();
    next.respond();
    await waitUntil(async () => (await field.inputValue()) === '');
    expect(await title.and(page.locator(':focus')).count()).toBe(1);
  });

  it('adds one request if Ctrl+Enter is pressed twice', async () => {
    const owner = await inbox('Two presses', 'Wanted');
    const { page } = owner;
    const added = await hold(page, 'POST', /\/requests$/);
    await owner.row('Wanted').click();
    await panelOf(page).getByRole('button', { name: 'Add request' }).click();
    const quote = page.getByRole('dialog', { name: 'Add request' }).getByLabel('Quote');
    await quote.fill('We need it');
    await quote.press('Control+Enter');
    await quote.press('Control+Enter');
    added.respond();
    await page.getByRole('dialog', { name: 'Add request' }).waitFor({ state: 'detached' });
    expect(added.requests).toHaveLength(1);
  });

  it('z undoes changes that are under way, not earlier ones, and the browser asks before they are lost', async () => {
    const owner = await inbox('Undo at once', 'Second', 'First');
    const { page } = owner;
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.getByText('“First” is now Planned.').waitFor();
    const isLossPrevented = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await waitUntil(async () => !(await isLossPrevented()));
    const change = await hold(page, 'PATCH', /\/feedback\/[0-9a-f-]{36}$/);
    await page.keyboard.press('j');
    await page.keyboard.press('4');
    await page.keyboard.press('3');
    await statusOf(owner, 'Second', 'Building').waitFor();
    expect(await isLossPrevented()).toBe(true);
    await page.keyboard.press('z');
    await page.keyboard.press('z');
    change.respond();
    await statusOf(owner, 'Second', 'New').waitFor();
    await waitUntil(async () => !(await isLossPrevented()));
    expect(await statusOf(owner, 'Second', 'New').count()).toBe(1);
    await statusOf(owner, 'First', 'Planned').waitFor();
  });

  it('selects all items of the list that is loading, not the rows of the one before', async () => {
    const owner = await inbox('All of them', 'Only one');
    const { page } = owner;
    await owner.importItems(Array.from({ length: 60 }, (_, n) => `Dark mode ${n}`));
    await owner.goTo('/app/inbox?q=only');
    await owner.row('Only one').waitFor();
    const all = await hold(page, 'GET', /\/feedback\?(?!.*q=)(?!limit=1&)/);
    await page.getByRole('searchbox').fill('');
    await all.handled();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    all.respond();
    await page.getByText('61 selected').waitFor();
  });

  it('loads the results of a search before it shows them, once, and not those of fewer letters', async () => {
    const owner = await inbox('Search', 'Sign in', 'Export fails');
    const { page } = owner;
    const results = (q: string) => new RegExp(`/feedback\\?(.*&)?q=${q}(&|$)`);
    const fewer = await hold(page, 'GET', results('exp'));
    const all = await hold(page, 'GET', results('export'));
    const canceled = page.waitForEvent('requestfailed', (request) => results('exp').test(request.url()));
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const field = page.getByRole('searchbox');
    await field.pressSequentially('exp');
    await page.clock.runFor(120);
    await fewer.handled();
    await field.pressSequentially('ort');
    await page.clock.runFor(120);
    await all.handled();
    // The same text for the service.
    await page.keyboard.press('Space');
    await page.clock.runFor(100);
    expect((await canceled).url()).toBe(fewer.requests[0]!.url());
    expect(new URL(page.url()).search).toBe('');
    await page.clock.runFor(100);
    await page.waitForURL(/\?q=export$/);
    all.respond();
    await page.clock.resume();
    await owner.row('Sign in').waitFor({ state: 'detached' });
    await owner.row('Export fails').locator('mark').waitFor();
    expect(all.requests).toHaveLength(1);
  });

  it('deletes an item whose duplicate was deleted meanwhile', async () => {
    const owner = await inbox('Deleted group', 'Duplicate', 'Target');
    const { page } = owner;
    type Stored = { id: string; version: number; title: string };
    const { data } = await owner.callApi<{ data: Stored[] }>('GET', 'feedback');
    const [target, duplicate] = data as [Stored, Stored];
    await owner.callApi('POST', 'feedback/batch', {
      updates: [{ id: duplicate.id, merged_into: target.id }],
    });
    await page.reload();
    await owner.row('Target').getByRole('img', { name: '2 requests' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    await owner.row('Target').waitFor({ state: 'detached' });
    await owner.callApi('DELETE', `feedback/${duplicate.id}`, undefined, { 'If-Match': '"2"' });
    const deleted = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.status() === 204,
    );
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    expect((await deleted).url()).toContain(target.id);
  });
});
