import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { PASSWORD, waitUntil, type Visit } from './support/visit';

describeInBrowser('triage', () => {
  const fixture = useBrowser();

  async function inbox(name: string, ...titles: string[]): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems(...titles);
    await owner.goTo('/app/inbox');
    await owner.row(titles.at(-1)!).waitFor();
    return owner;
  }

  /** Changes of single items wait until the returned function is called. */
  async function holdChanges(page: Page, fail = false): Promise<() => void> {
    let proceed = () => {};
    const isReleased = new Promise<void>((resolve) => (proceed = resolve));
    await page.route(/feedback\/[^/]+$/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await isReleased;
      await (fail ? route.abort() : route.continue());
    });
    return () => proceed();
  }

  it('changes statuses, selects, searches, and opens an item with the keyboard alone', async () => {
    const { page } = await inbox('Keys only', 'Third', 'Second', 'First');
    const storeFirst = await holdChanges(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.getByRole('row', { name: 'Second' }).getByLabel('Status: Planned. Change status').waitFor();

    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('4');
    // The first change of Second is not stored yet: the second one waits for it.
    await page.getByRole('row', { name: 'Second' }).getByLabel('Status: Shipped. Change status').waitFor();
    const areStored = page.getByText('2 items are now Shipped.').waitFor();
    storeFirst();
    await areStored;

    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('first');
    await page.waitForURL(/[?&]q=first/);
    await page.getByRole('row', { name: 'Third' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'First' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Feedback item' }).waitFor();
    expect(page.url()).toContain('item=');
    await page.keyboard.press('Escape');

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keeps a cursor when its item leaves the list while another list loads', async () => {
    const owner = await inbox('Left', 'Third', 'Second', 'First');
    const { page } = owner;
    await owner.row('Third').click({ position: { x: 300, y: 20 } });
    await page.getByRole('region', { name: 'Feedback item' }).waitFor();
    await page.keyboard.press('Escape');
    let respond = () => {};
    const isDeleted = new Promise<void>((resolve) => (respond = resolve));
    await page.route(/feedback\?.*q=first/, async (route) => {
      await isDeleted;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('first');
    await page.waitForURL(/[?&]q=first/);
    await page.getByRole('grid').focus();
    await page.keyboard.press('#');
    await owner.row('Third').waitFor({ state: 'detached' });
    respond();
    await owner.row('Second').waitFor({ state: 'detached' });
    await page.getByRole('grid').press('Enter');
    await page.getByRole('region', { name: 'Feedback item' }).getByText('First').first().waitFor();
  });

  it('shows how long ago an item was sent while the page stays open', async () => {
    const owner = await fixture.visit();
    await owner.page.clock.install();
    await owner.createAccount('Times');
    await owner.createItems('Dark mode');
    await owner.goTo('/app/inbox');
    const time = owner.row('Dark mode').locator('time');
    await time.filter({ hasText: /just now|min/ }).waitFor();
    await owner.page.clock.fastForward('03:00:00');
    await time.filter({ hasText: '3 hr. ago' }).waitFor();
  });

  it('restores a deleted item with Undo, and deletes it permanently without', async () => {
    const owner = await inbox('Undo', 'Kept', 'Gone');
    const { page } = owner;
    const undoButton = page.getByRole('button', { name: 'Undo', exact: true });
    const deleteButton = page
      .getByRole('region', { name: 'Feedback item' })
      .getByRole('button', { name: 'Delete' });
    /** Restores it at once, because Undo is offered for 10 seconds only. The restored row is a new element. */
    const restoreKept = async (start: () => Promise<void>, undo: () => Promise<void>) => {
      await owner.row('Kept').click();
      const row = (await owner.row('Kept').elementHandle())!;
      await start();
      await undo();
      await owner.row('Kept').waitFor();
      expect(await row.evaluate((element) => element.isConnected)).toBe(false);
      await undoButton.waitFor({ state: 'detached' });
    };
    await restoreKept(
      () => deleteButton.click(),
      () => undoButton.press('Enter'),
    );
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('role')).toBe('grid');
    await page.keyboard.press('Escape');
    await restoreKept(
      () => page.keyboard.press('#'),
      () => undoButton.click(),
    );

    await owner.row('Gone').click();
    // The page can close while the request is sent.
    await page.evaluate(() => {
      const send = fetch;
      globalThis.fetch = (url, options) => {
        if (options?.method === 'DELETE') document.body.dataset['outlives'] = String(options.keepalive);
        return send(url, options);
      };
    });
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await Promise.all([undoButton.waitFor(), page.keyboard.press('#')]);
    await owner.row('Gone').waitFor({ state: 'detached' });
    expect(await focused.getAttribute('role')).toBe('grid');
    await undoButton.waitFor({ state: 'detached' });
    await deleted;
    expect(await page.evaluate(() => document.body.dataset['outlives'])).toBe('true');
    await page.reload();
    await owner.row('Kept').waitFor();
    expect(await owner.row('Gone').count()).toBe(0);
  });

  it('stores a later change of several items, and not again an earlier one that failed', async () => {
    const owner = await inbox('Replaced', 'Second', 'First');
    const { page } = owner;
    const fail = await holdChanges(page, true);
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await owner.row('First').getByLabel('Status: Planned').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('4');
    await owner.row('First').getByLabel('Status: Shipped').waitFor();
    const areStored = page.getByText('2 items are now Shipped.').waitFor();
    fail();
    await areStored;
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const { data } = await owner.callApi<{ data: { status: string }[] }>('GET', 'feedback');
    expect(data.map(({ status }) => status)).toEqual(['shipped', 'shipped']);
  });

  it('does not show an item again that someone else has deleted', async () => {
    const owner = await inbox('Deleted', 'Kept', 'Gone');
    const { page } = owner;
    await owner.row('Kept').getByRole('checkbox').click();
    await owner.row('Gone').getByRole('checkbox').click();
    await owner.row('Gone').click({ position: { x: 300, y: 20 } });
    await page.getByRole('region', { name: 'Feedback item' }).getByText('Gone').first().waitFor();
    const { data } = await owner.callApi<{ data: { id: string; version: number }[] }>('GET', 'feedback');
    const [{ id, version }] = data as [(typeof data)[0]];
    await page.route('**/feedback?*', (route) => route.abort());
    await owner.callApi('DELETE', `feedback/${id}`, undefined, { 'If-Match': `"${version}"` });
    await Promise.all([
      page.getByText('Someone else deleted 1 item.').waitFor(),
      page.getByText('1 item is now Shipped.').waitFor(),
      page.keyboard.press('4'),
    ]);
    await owner.row('Gone').waitFor({ state: 'detached' });
  });

  it('deletes an item whose last change was not stored yet', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    await page.clock.install();
    await owner.createAccount('Changed');
    await owner.createItems('Gone');
    await owner.goTo('/app/inbox');
    await owner.row('Gone').click();
    const store = await holdChanges(page);
    await page.keyboard.press('5');
    await owner.row('Gone').getByLabel('Status: Declined').waitFor();
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.keyboard.press('#');
    await owner.row('Gone').waitFor({ state: 'detached' });
    const isStored = page.getByText('“Gone” is now Declined.').waitFor();
    store();
    await isStored;
    await page.clock.fastForward('00:10');
    expect((await deleted).status()).toBe(204);
  });

  it('shows a conflicting change, and overwrites it only when the user chooses to', async () => {
    const owner = await inbox('Two at once', 'Original');
    const { page } = owner;
    await owner.row('Original').click();
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByRole('textbox', { name: 'Title' }).fill('Mine');
    const { data } = await owner.callApi<{ data: { id: string; version: number }[] }>('GET', 'feedback');
    const [item] = data;
    await owner.callApi(
      'PATCH',
      `feedback/${item!.id}`,
      { title: 'Theirs' },
      { 'If-Match': `"${item!.version}"` },
    );
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Someone else edited this item' });
    await dialog.getByText('Theirs').first().waitFor();
    await dialog.getByText('Mine', { exact: true }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('conflict');
    await dialog.getByRole('button', { name: 'Save my version' }).click();
    await owner.row('Mine').waitFor();
    // The row changes before the service has stored the title.
    type Stored = { data: { title: string } };
    const storedTitle = async () => (await owner.callApi<Stored>('GET', `feedback/${item!.id}`)).data.title;
    await waitUntil(async () => (await storedTitle()) === 'Mine');
  });

  it('asks to sign in when the session has ended, and returns to the item and the typed text', async () => {
    const owner = await inbox('Expired', 'Still here');
    const { page } = owner;
    await owner.row('Still here').click();
    const title = page.getByRole('region', { name: 'Feedback item' }).getByRole('textbox', { name: 'Title' });
    await title.fill('Half written');
    const before = page.url();
    await owner.context.clearCookies();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('Sign in to pick up where you left off.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
    expect(page.url()).toBe(before);
    expect(await title.inputValue()).toBe('Half written');
  });

  it.each([
    ['offline', null],
    ['the service returns 503', 503],
  ])('keeps typed text while %s, and saves it when the service is back', async (_, status) => {
    const owner = await inbox(`Trouble ${status}`, 'Before');
    const { page } = owner;
    await owner.row('Before').click();
    const title = page.getByRole('region', { name: 'Feedback item' }).getByRole('textbox', { name: 'Title' });
    await page.route('**/app/api/**', (route) =>
      status
        ? route.fulfill({ status, json: { error: { type: 'api_error', message: 'x' } } })
        : route.abort(),
    );
    await title.fill('After');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not saved yet.').waitFor();
    expect(await title.inputValue()).toBe('After');
    await owner.expectAccessible();
    await page.unroute('**/app/api/**');
    await owner.row('After').waitFor();
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' });
  });

  /** A title that could not be saved. Changes and all other requests return the statuses of `responseStatuses`. */
  async function unsaved(name: string) {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems('Before');
    const { page } = owner;
    await page.clock.install();
    await owner.goTo('/app/inbox');
    await owner.row('Before').click();
    const panel = page.getByRole('region', { name: 'Feedback item' });
    const title = panel.getByRole('textbox', { name: 'Title' });
    const responseStatuses = { changes: 503, rest: 503 };
    const sent: string[] = [];
    await page.route('**/app/api/**', async (route) => {
      const isChange = route.request().method() === 'PATCH';
      if (isChange) sent.push(route.request().postData()!);
      const status = responseStatuses[isChange ? 'changes' : 'rest'];
      if (status === 200) return route.continue();
      return route.fulfill({ status, json: { error: { type: 'api_error', message: 'x' } } });
    });
    await title.fill('After');
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Not saved yet.').waitFor();
    /** Waits for the next poll for the newest item. */
    const waitForPoll = async () => {
      const poll = page.waitForResponse(
        (response) => /feedback\?limit=1&/.test(response.url()) && response.ok(),
      );
      await page.clock.runFor(5_000);
      await (await poll).finished();
    };
    const stored = async () =>
      (await owner.callApi<{ data: { title: string }[] }>('GET', 'feedback')).data[0]!.title;
    return { owner, page, panel, title, responseStatuses, sent, waitForPoll, stored };
  }

  it.each([
    ['Escape', async (title: Locator) => title.press('Escape')],
    ['typing', async (title: Locator) => title.fill('Before')],
  ])('does not save an unsaved title that was reverted by %s', async (way, takeBack) => {
    const { owner, page, title, responseStatuses, sent, waitForPoll, stored } = await unsaved(
      `Taken back by ${way}`,
    );
    await title.focus();
    await takeBack(title);
    Object.assign(responseStatuses, { changes: 200, rest: 200 });
    await waitForPoll();
    await waitForPoll();
    await owner.row('Before').waitFor();
    expect([sent.length, await stored()]).toEqual([1, 'Before']);
    expect(await page.getByText('Couldn’t update “Before”').count()).toBe(0);
  });

  it('saves further typing after a failed save, without a dialog', async () => {
    const { page, title, responseStatuses, sent, waitForPoll, stored } = await unsaved('Typed on');
    await title.fill('After all');
    Object.assign(responseStatuses, { changes: 200, rest: 200 });
    await waitForPoll();
    await page.keyboard.press('Control+Enter');
    await waitUntil(async () => (await stored()) === 'After all');
    expect(sent.length).toBe(2);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('retries a failed save once, and then waits for the user', async () => {
    const { panel, responseStatuses, sent, waitForPoll, stored } = await unsaved('Once');
    responseStatuses.rest = 200;
    for (let n = 0; n < 3; n++) await waitForPoll();
    expect(sent.length).toBe(2);
    responseStatuses.changes = 200;
    await panel.getByRole('button', { name: 'Try again' }).click();
    await waitUntil(async () => (await stored()) === 'After');
  });

  it('completes a pending deletion on sign-out', async () => {
    const owner = await fixture.visit();
    const { email } = await owner.createAccount('Out at once');
    await owner.createItems('Kept', 'Gone');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await owner.row('Gone').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    await owner.row('Gone').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Welcome back.').waitFor();
    await owner.callApi('POST', 'session', { email, password: PASSWORD });
    const { data } = await owner.callApi<{ data: { title: string }[] }>('GET', 'feedback');
    expect(data.map(({ title }) => title)).toEqual(['Kept']);
  });

  it('removes Undo when a deletion is final, even under the pointer', async () => {
    const owner = await inbox('Hovered', 'Kept', 'Gone');
    const { page } = owner;
    await page.clock.install();
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    const undoButton = page.getByRole('button', { name: 'Undo', exact: true });
    await undoButton.hover();
    await page.clock.runFor(6_500);
    await deleted;
    await undoButton.waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await page.getByText('Nothing to undo.').waitFor({ state: 'attached' });
  });
});
