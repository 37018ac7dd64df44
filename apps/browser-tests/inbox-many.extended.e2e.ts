import type { Route } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitTwoFrames, waitUntil, type Visit } from './support/visit';

describeInBrowser('an inbox with many items', () => {
  const fixture = useBrowser();

  async function inbox(name: string, count: number): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.importItems(Array.from({ length: count }, (_, n) => `Row ${n} of many`));
    await owner.goTo('/app/inbox');
    await owner.page.getByRole('row').first().waitFor();
    return owner;
  }
  const counts = async (owner: Visit) =>
    (await owner.callApi<{ data: Record<string, number> }>('GET', 'feedback/counts')).data;
  const undoButton = ({ page }: Visit) => page.getByRole('button', { name: 'Undo', exact: true });

  it('changes the status of all search results, and restores each status with Undo', async () => {
    const owner = await inbox('Found', 250);
    const { page } = owner;
    await owner.createItems('Another');
    await page.reload();
    await owner.row('Another').waitFor();
    await owner.callApi('POST', 'feedback', { title: 'Planned of many', status: 'planned' });
    await page.getByRole('searchbox').fill('of many');
    await page.getByRole('link', { name: 'All 251' }).waitFor();
    await owner.row('Another').waitFor({ state: 'detached' });
    await page.getByRole('row').first().getByRole('checkbox').click();
    await owner.expectFits('inbox-selected');
    await page.getByRole('button', { name: 'Select all 251 items' }).click();
    await page.getByText('251 selected').waitFor();
    const countArrival = async (route: Route) => {
      await owner.callApi('POST', 'feedback', { title: 'Late one of many' });
      await route.continue();
    };
    await page.route(/feedback\?limit=100/, countArrival, { times: 1 });
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Declined' }).click();
    // The notice stays while the pointer is over it.
    await page.getByText('251 items are now Declined.').dispatchEvent('mouseover');
    await page.getByRole('link', { name: 'Declined 251' }).waitFor();
    expect(await counts(owner)).toMatchObject({ new: 2, planned: 0, declined: 251 });
    await undoButton(owner).click();
    await page.getByText('Restored the previous status of 251 items.').waitFor();
    expect(await counts(owner)).toMatchObject({ new: 252, planned: 1, declined: 0 });

    // A selection belongs to one list. Back leads to another list without it.
    await page.getByRole('link', { name: 'New 251' }).click();
    // Until then, the rows of the previous list are still there.
    await owner.row('Planned of many').waitFor({ state: 'detached' });
    await page.getByRole('row').first().getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Select all 251 items' }).click();
    await page.getByText('251 selected').waitFor();
    await page.goBack();
    await page
      .getByRole('link', { name: 'All 252', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor();
    expect(await page.getByText('251 selected').or(page.getByText('252 selected')).count()).toBe(0);
  });

  it('changes all items of a list whose count has stopped, and counts them before', async () => {
    const owner = await inbox('Stopped', 150);
    const { page } = owner;
    let exactRequests = 0;
    let count = () => {};
    const counted = new Promise<void>((resolve) => (count = resolve));
    await page.route(/feedback\/counts/, async (route) => {
      if (route.request().url().includes('exact=true')) {
        if (++exactRequests === 1) return route.fulfill({ status: 400, json: {} });
        await counted;
        return route.continue();
      }
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: Record<string, number> };
      const stopped = {
        ...data,
        new: Math.min(data['new']!, 120),
        at_least: data['new']! > 120 ? ['new'] : [],
      };
      await route.fulfill({ response, json: { data: stopped } });
    });
    await page.reload();
    await page.getByRole('link', { name: 'New 120+' }).waitFor();
    await page.getByRole('link', { name: 'All 120+' }).waitFor();
    await page.getByRole('button', { name: 'Export or import' }).click();
    await page.getByText('All items (120+)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row').first().getByRole('checkbox').click();
    expect(exactRequests).toBe(0);
    await page.getByRole('button', { name: 'Select all 120+ items' }).click();
    await page.getByRole('button', { name: 'Couldn’t count all items. Try again' }).click();
    await page.locator('button[data-loading]', { hasText: 'Select all 120+ items' }).waitFor();
    count();
    await page.getByText('150 selected').waitFor();
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Declined' }).click();
    await page.getByText('150 items are now Declined.').waitFor();
    expect(await counts(owner)).toMatchObject({ new: 0, declined: 150 });
  });

  it('selects all items before they are counted', async () => {
    const { page } = await inbox('Uncounted', 250);
    const counts: (() => void)[] = [];
    await page.route(/feedback\/counts/, async (route) => {
      await new Promise<void>((next) => counts.push(next));
      await route.continue();
    });
    const isCounting = page.waitForRequest(/feedback\/counts/);
    await page.reload();
    await page.getByRole('row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await page.getByText('50 selected', { exact: true }).waitFor();
    await isCounting;
    counts.forEach((go) => go());
    await page.getByText('250 selected').waitFor();
  });

  it('stops a batch change partway, and undoes the finished part', async () => {
    const owner = await inbox('Stopped', 250);
    const { page } = owner;
    const pages: (() => void)[] = [];
    await page.route(/feedback\?limit=100.*cursor=/, async (route) => {
      await new Promise<void>((next) => pages.push(next));
      await route.continue();
    });
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await page.getByText('250 selected').waitFor();
    await page.keyboard.press('2');
    await page.getByText('100 of 250').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('inbox-progress');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    pages.forEach((go) => go());
    await page.getByText('100 items are now Planned.').waitFor();
    expect(await counts(owner)).toMatchObject({ new: 150, planned: 100 });
    await page.keyboard.press('z');
    await page.getByText('Restored the previous status of 100 items.').waitFor();
    expect(await counts(owner)).toMatchObject({ new: 250 });
  });

  it('offers Undo again for the rest of a stopped undo', async () => {
    const owner = await inbox('Stopped undo', 250);
    const { page } = owner;
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await page.getByText('250 selected').waitFor();
    await page.keyboard.press('2');
    await page.getByText('250 items are now Planned.').waitFor();
    const pages: (() => void)[] = [];
    const delayedPage = /feedback\?limit=100.*cursor=/;
    await page.route(delayedPage, async (route) => {
      await new Promise<void>((next) => pages.push(next));
      await route.continue();
    });
    await page.keyboard.press('z');
    const progressNotice = page.getByRole('alert').filter({ hasText: 'Undoing the change to 250 items' });
    await progressNotice.getByText('100 of 250').waitFor();
    await waitUntil(async () => pages.length > 0);
    await progressNotice.getByRole('button', { name: 'Stop', exact: true }).click();
    pages.forEach((go) => go());
    await page.getByText('150 items are now Planned.').waitFor();
    expect(await counts(owner)).toMatchObject({ new: 100, planned: 150 });
    await page.unroute(delayedPage);
    await page.keyboard.press('z');
    await page.getByText('Restored the previous status of 150 items.').waitFor();
    expect(await counts(owner)).toMatchObject({ new: 250, planned: 0 });
  });

  it('neither changes nor counts items with a pending deletion', async () => {
    const owner = await inbox('Waits', 120);
    const { page } = owner;
    await page.clock.install();
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    await page.getByRole('link', { name: 'All 119' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('119 selected').waitFor();
    await page.keyboard.press('2');
    await page.getByText('119 items are now Planned.').waitFor();
    await page.clock.runFor(10_500);
    expect((await deleted).status()).toBe(204);
    expect(await counts(owner)).toMatchObject({ new: 0, planned: 119 });
  });

  it('keeps each letter of a search that is typed before the results of the last one are shown', async () => {
    const owner = await inbox('Typed', 250);
    const { page } = owner;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const field = page.getByRole('searchbox');
    for (const text of ['many', 'row of many', 'of', 'row', 'of many']) {
      await field.fill('');
      await page.locator('mark').first().waitFor({ state: 'detached' });
      // Longer than the pause that starts a search, and shorter than its results take.
      await field.pressSequentially(text, { delay: 200 });
      expect(await field.inputValue()).toBe(text);
      await page.waitForURL((url) => url.searchParams.get('q') === text);
    }
    await page.locator('mark', { hasText: 'many' }).first().waitFor();
  });

  it('follows a tab, and Back, that are chosen while a search waits for the last letter', async () => {
    const owner = await inbox('Chosen', 250);
    const { page } = owner;
    const field = page.getByRole('searchbox');
    const hasSearch = (search: string) => page.waitForURL((url) => url.search === search);
    const devtools = await page.context().newCDPSession(page);
    // What was chosen takes longer to show than the pause before a search.
    const slowDown = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
    const searchThen = async (choice: 'tab' | 'back') => {
      await field.fill('row');
      await hasSearch('?q=row');
      await page.locator('mark').first().waitFor();
      await slowDown(20);
      await page.evaluate((choice) => {
        document.execCommand('insertText', false, 's');
        if (choice === 'back') history.back();
        else document.querySelector<HTMLElement>('a[href*="status=new"]')!.click();
      }, choice);
    };
    await searchThen('tab');
    await hasSearch('?q=rows&status=new');
    await slowDown(1);
    await owner.goTo('/app/inbox');
    await searchThen('back');
    await page.locator('mark').first().waitFor({ state: 'detached' });
    expect([new URL(page.url()).search, await field.inputValue()]).toEqual(['', '']);
  });

  it('shows search results from the top, and restores the scroll position on Back', async () => {
    const owner = await inbox('Top', 120);
    const { page } = owner;
    const grid = page.getByRole('grid', { name: 'Feedback items' });
    const scrollTop = () => grid.evaluate((element) => element.scrollTop);
    await grid.hover();
    await page.mouse.wheel(0, 1200);
    await waitUntil(async () => (await scrollTop()) === 1200);
    await page.getByRole('searchbox').fill('of many');
    await page.waitForURL(/q=of/);
    await page.locator('mark').first().waitFor();
    await waitUntil(async () => (await scrollTop()) === 0);
    await page.locator('[aria-rowindex="1"]').waitFor();
    await page.goBack();
    await page.locator('mark').first().waitFor({ state: 'detached' });
    await waitUntil(async () => (await scrollTop()) === 1200);
    await page.goForward();
    await page.locator('mark').first().waitFor();
    await waitUntil(async () => (await scrollTop()) === 0);
  });

  it('keeps the focus in the list when the focused button disappears', async () => {
    const owner = await inbox('Focus', 60);
    const { page } = owner;
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Select all 60 items' }).press('Enter');
    await page.getByText('60 selected').waitFor();
    await page.locator('[aria-label="Selected items"]:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Planned' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await page.locator('[role=grid]:focus').waitFor();
    await owner.goTo('/app/inbox?source=import');
    await page.getByRole('row').first().waitFor();
    await page.getByRole('button', { name: 'Remove filter “Source: Import”' }).press('Enter');
    await page.waitForURL(/inbox$/);
    await page.locator('[role=grid]:focus').waitFor();
  });

  it('closes a menu with Escape, and keeps the selection behind it', async () => {
    const { page } = await inbox('Menus', 2);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    const buttons = ['Status: New. Change status', 'Set status'];
    for (const name of buttons) {
      const button = page.getByRole('button', { name }).first();
      await button.click();
      await page.locator('[role=menuitem]:focus').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.getByText('1 selected').count()).toBe(1);
    }
    await page.keyboard.press('u');
    await page.locator('[role=dialog] :focus, [role=dialog]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByText('1 selected').count()).toBe(1);
  });

  it('deletes all search results, and restores them with Undo', async () => {
    const owner = await inbox('All gone', 250);
    const { page } = owner;
    await owner.createItems('Stays');
    await page.reload();
    await owner.row('Stays').waitFor();
    await page.getByRole('searchbox').fill('of many');
    await page.getByRole('link', { name: 'All 250' }).waitFor();
    await owner.row('Stays').waitFor({ state: 'detached' });
    await page.getByRole('row').first().getByRole('checkbox').click();
    const remove = async (start: () => Promise<void>) => {
      await page.getByRole('button', { name: 'Select all 250 items' }).click();
      await start();
      const question = page.getByRole('dialog', { name: 'Delete 250 items?' });
      await question.getByText('You can undo this for 10 seconds.').waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await page.getByText('250 selected').waitFor();
      await start();
      await question.getByRole('button', { name: 'Delete' }).click();
    };
    const row = (await page.getByRole('row').first().elementHandle())!;
    await remove(() => page.getByRole('button', { name: 'Delete', exact: true }).click());
    // At once, because Undo is offered for 10 seconds only. The restored rows are new elements.
    await undoButton(owner).click();
    await page.getByRole('row').first().waitFor();
    expect(await row.evaluate((element) => element.isConnected)).toBe(false);
    await page.getByText('Deleted 250 items.').waitFor({ state: 'detached' });
    expect(await counts(owner)).toMatchObject({ new: 251 });
    await page.getByRole('row').first().getByRole('checkbox').click();
    const batches = [0, 1, 2].map(() => page.waitForResponse(/feedback\/batch\/delete/));
    await Promise.all([
      page.getByText('Deleted 250 items.').waitFor(),
      remove(() => page.keyboard.press('#')),
    ]);
    await page.getByRole('row').first().waitFor({ state: 'detached' });
    await Promise.all(batches);
    await waitUntil(async () => (await counts(owner))['new'] === 1);
    await page.getByRole('searchbox').fill('');
    await owner.row('Stays').waitFor();
  });

  it('deletes what was selected when it asked, although the selection has left the list since', async () => {
    const owner = await inbox('Moved away', 1);
    const { page } = owner;
    await owner.createItems('Stays', 'One', 'Two');
    await page.clock.install();
    await owner.goTo('/app/inbox?status=new');
    for (const title of ['One', 'Two']) await owner.row(title).getByRole('checkbox').click();
    await page.keyboard.press('#');
    const question = page.getByRole('dialog', { name: 'Delete 2 items?' });
    await question.waitFor();
    const { data } = await owner.callApi<{ data: { id: string; title: string }[] }>('GET', 'feedback');
    for (const { id } of data.filter(({ title }) => title !== 'Stays'))
      await owner.callApi('PATCH', `feedback/${id}`, { status: 'planned' });
    await page.clock.fastForward('00:31');
    await owner.row('One').waitFor({ state: 'detached' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted 2 items.').waitFor();
    await owner.row('Stays').waitFor();
  });

  it('filters by source, dates, and submitter, and keeps the filters in the URL', async () => {
    const owner = await inbox('Filters', 1);
    const { page } = owner;
    await owner.callApi('POST', 'feedback', { title: 'Hers', submitter_email: 'ada@example.com' });
    const otherItem = { title: 'His', submitter_email: 'bob@example.com', status: 'planned' };
    await owner.callApi('POST', 'feedback', otherItem);
    await owner.importItems(['From a file']);
    await page.reload();
    await owner.row('From a file').waitFor();
    await page.keyboard.press('f');
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByLabel('Source').selectOption('Dashboard');
    await owner.row('From a file').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All 2' }).waitFor();
    const today = await page.evaluate(() => {
      const now = new Date();
      return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map((n) => `${n}`.padStart(2, '0'))
        .join('-');
    });
    await filters.getByLabel('To').fill('2020-01-01');
    await page.getByText('No items match the filters.').waitFor();
    await filters.getByLabel('To').fill(today);
    await owner.row('Hers').waitFor();
    await filters.getByLabel('From').fill(today);
    await page.waitForURL(/[?&]from=/);
    await filters.getByLabel('Submitter').fill('ada');
    await filters.getByLabel('Submitter').press('Enter');
    await filters.getByText('Enter a valid email address.').waitFor();
    // The rows of the previous list are pale.
    await page.locator('[role=grid][aria-busy=true]').waitFor({ state: 'detached' });
    await owner.expectAccessible();
    await owner.expectFits('inbox-filters-open');
    await filters.getByLabel('Submitter').fill('ADA@example.com');
    await filters.getByLabel('Submitter').press('Enter');
    await owner.row('His').waitFor({ state: 'detached' });
    for (const tab of ['All 1', 'New 1', 'Planned 0']) await page.getByRole('link', { name: tab }).waitFor();
    await page.keyboard.press('Escape');
    await filters.waitFor({ state: 'detached' });
    await page.reload();
    await owner.row('Hers').waitFor();
    expect(await page.getByRole('row').count()).toBe(1);
    await owner.expectAccessible();
    await owner.expectFits('inbox-filters');
    await page.getByRole('button', { name: 'Remove filter “Submitter: ADA@example.com”' }).click();
    await owner.row('His').waitFor();
    await page.getByRole('button', { name: 'Filters, 3 active' }).click();
    await filters.getByRole('button', { name: 'Clear filters' }).click();
    await owner.row('From a file').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await filters.getByLabel('Submitter').fill('ada@example.com');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).click();
    await page.waitForURL(/[?&]sender=ada/);
  });

  it('adds one history entry for a typed date, and none for a field passed through', async () => {
    const owner = await inbox('Typed date', 2);
    const { page } = owner;
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('f');
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await page.locator('select:focus').waitFor();
    const steps = () => page.evaluate(() => history.length);
    const before = await steps();
    await filters.getByLabel('Submitter').focus();
    await page.keyboard.press('Tab');
    await page.getByText('1 selected').waitFor();
    expect(await steps()).toBe(before);
    await filters.getByLabel('From').focus();
    await page.keyboard.type('12122021');
    await page.waitForURL(/from=2021-12-12/);
    expect(await steps()).toBe(before + 1);
    // Starts at the day. Its first digit is a valid day, and the first digits of a year are a valid year.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('232020');
    await page.waitForURL(/from=2020-12-23/);
    expect(await steps()).toBe(before + 1);
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.waitForURL(/inbox$/);
  });

  it('restores its filter and scroll position after a visit to the board', async () => {
    const owner = await inbox('There and back', 120);
    const { page } = owner;
    const grid = page.getByRole('grid', { name: 'Feedback items' });
    const scrollTop = () => grid.evaluate((element) => element.scrollTop);
    const link = page.getByRole('link', { name: 'New 120' });
    await link.click();
    // Until then, the rows of the previous list are still there.
    await link.and(page.locator('[aria-current]')).waitFor();
    await grid.and(page.locator('[aria-busy=false]')).waitFor();
    // Scrolls past the rows of the first page.
    await waitUntil(async () => {
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return (await scrollTop()) > 4000;
    });
    await page.evaluate(waitTwoFrames);
    const before = await scrollTop();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await grid.waitFor();
    await waitUntil(async () => (await scrollTop()) === before);
    expect(new URL(page.url()).search).toBe('?status=new');
    await page.goBack();
    await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor();
    await page.goBack();
    await grid.waitFor();
    await waitUntil(async () => (await scrollTop()) === before);
  });

  it('shows a new item after five seconds, also in the window title', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('News');
    await owner.createItems('Known');
    const { page } = owner;
    await page.clock.install();
    await owner.goTo('/app/inbox');
    await owner.row('Known').waitFor();
    await page.getByRole('link', { name: 'All 1' }).waitFor();
    await page.waitForLoadState('networkidle');
    await owner.createItems('Unseen');
    await page.clock.runFor(5_000);
    const newItemButton = page.getByRole('button', { name: '1 new item' });
    await newItemButton.waitFor();
    await page.getByRole('link', { name: 'All 2' }).waitFor();
    expect(await page.title()).toBe('(1) Inbox · News · Feedback');
    await newItemButton.click();
    await owner.row('Unseen').waitFor();
    expect(await page.title()).toBe('Inbox · News · Feedback');
  });

  it('polls for new items in a hidden window for one hour, so that its session can end', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Hidden');
    await owner.createItems('Known');
    const { page } = owner;
    await page.clock.install();
    await owner.goTo('/app/inbox');
    await owner.row('Known').waitFor();
    await page.waitForLoadState('networkidle');
    const setVisibility = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
        window.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const newestRequest = /feedback\?limit=1&/;
    const expectRequestAfter = async (move: () => Promise<void>) => {
      const request = page.waitForResponse(newestRequest);
      await move();
      await (await request).finished();
      // A later request of the page ends after the page has handled the response.
      await page.evaluate(() => fetch('/app/api/feedback/counts').then((response) => response.json()));
      await page.evaluate(waitTwoFrames);
    };
    await setVisibility('hidden');
    for (const pause of ['00:30', '59:00', '00:31'])
      await expectRequestAfter(() => page.clock.fastForward(pause));
    let requests = 0;
    page.on('request', (request) => (requests += Number(newestRequest.test(request.url()))));
    for (let minute = 0; minute < 5; minute++) await page.clock.fastForward('01:00');
    await expectRequestAfter(() => setVisibility('visible'));
    expect(requests).toBe(1);
    await expectRequestAfter(() => page.clock.fastForward('00:05'));
  });
});
