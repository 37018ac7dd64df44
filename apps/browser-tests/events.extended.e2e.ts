import type { Route } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitTwoFrames, waitUntil, type Visit } from './support/visit';

const MALICIOUS_TEXT = `"'><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`;

/** Opens the page of a new account with these items, and waits until it is live. */
async function openEvents(owner: Visit, name: string, ...titles: string[]) {
  await owner.createAccount(name);
  await owner.createItems(...titles);
  const { page } = owner;
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  const isLive = () => page.getByText('Live', { exact: true }).waitFor();
  await owner.goTo('/app/developer/events');
  await isLive();
  if (titles.length) await rows.nth(Math.min(titles.length, 50) - 1).waitFor();
  return { page, rows, isLive, titlesOf: () => rows.getByRole('link').allInnerTexts() };
}

const itemIds = async (owner: Visit) =>
  (await owner.callApi<{ data: { id: string }[] }>('GET', 'feedback')).data.map(({ id }) => id);

/** dashboard.md 11 */
describeInBrowser('the events page', () => {
  const fixture = useBrowser();

  it('is accessible in both schemes and fits three widths: empty, with events, and with one expanded', async () => {
    const owner = await fixture.visit();
    const { page, rows } = await openEvents(owner, 'Fitting');
    await page.getByText('No events yet').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('events-empty');
    await owner.createItems(
      'Export',
      'Dark mode for the settings page, the one people open at night, '.repeat(3),
    );
    const [id] = await itemIds(owner);
    await owner.callApi('PATCH', `feedback/${id!}`, { status: 'building', title: 'x'.repeat(200) });
    await owner.importItems(['a', 'b']);
    await rows.nth(4).waitFor();
    await page.getByRole('button', { name: 'feedback.updated' }).click();
    await owner.createItems('Waiting');
    await page.getByRole('button', { name: '1 new event' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('events');
    await page.getByLabel('Event type').selectOption('feedback.deleted');
    await page.getByText('No feedback.deleted events').waitFor();
    await owner.expectAccessible();
    await page.getByRole('button', { name: 'Show all types' }).click();
    await rows.first().waitFor();
  });

  it('is used with the keyboard only', async () => {
    const owner = await fixture.visit();
    const { page } = await openEvents(owner, 'Keyboard', 'Dark mode');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.getByRole('navigation', { name: 'API & Developer' }).getByRole('link').last().focus();
    const order: string[] = [];
    while (order.at(-1) !== 'Dark mode') {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual([expect.stringContaining('All types'), 'Pause', 'feedback.created', 'Dark mode']);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    const json = page.getByRole('group', { name: 'Event as JSON' });
    await json.waitFor();
    await owner.createItems('Export');
    await page.getByRole('button', { name: '1 new event' }).press('Enter');
    await page.getByRole('link', { name: 'Export' }).waitFor();
    await page.evaluate(waitTwoFrames);
    // The button is gone, but not the focus.
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('feedback.created');
  });

  it('does not move the list while an event is expanded, and shows the new ones on request', async () => {
    const owner = await fixture.visit();
    const { page, titlesOf } = await openEvents(owner, 'Reader', 'a');
    await page.getByRole('button', { name: 'feedback.created' }).click();
    await owner.createItems('b');
    await page.getByRole('button', { name: '1 new event' }).waitFor();
    await page.getByRole('button', { name: 'feedback.created' }).click();
    await owner.createItems('c');
    await page.getByRole('button', { name: '2 new events' }).waitFor();
    expect(await titlesOf()).toEqual(['a']);
    await page.getByRole('button', { name: '2 new events' }).click();
    await owner.createItems('d');
    await page.getByRole('link', { name: 'd', exact: true }).waitFor();
    expect(await titlesOf()).toEqual(['d', 'c', 'b', 'a']);
  });

  it('can be paused, and announces nothing then', async () => {
    const owner = await fixture.visit();
    await owner.page.clock.install();
    const { page, titlesOf } = await openEvents(owner, 'Pausing', 'a');
    const announced = (text: string) => page.getByRole('status').filter({ hasText: text });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await owner.createItems('b');
    await page.getByRole('button', { name: '1 new event' }).waitFor();
    await page.clock.fastForward(2_000);
    await page.evaluate(waitTwoFrames);
    expect([await titlesOf(), await announced('1 new event').count()]).toEqual([['a'], 0]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('link', { name: 'b', exact: true }).waitFor();
    await owner.createItems('c');
    await announced('1 new event').waitFor({ state: 'attached' });
    expect(await titlesOf()).toEqual(['c', 'b', 'a']);
  });

  it('loads older events, and does not move the list while it is scrolled', async () => {
    const owner = await fixture.visit();
    const titles = Array.from({ length: 60 }, (_, n) => `Item ${n}`);
    const { page, rows, titlesOf } = await openEvents(owner, 'Older', ...titles);
    expect(await titlesOf()).toEqual(titles.toReversed().slice(0, 50));
    await page.getByRole('button', { name: 'Load older events' }).click();
    await rows.nth(59).waitFor();
    expect(await titlesOf()).toEqual(titles.toReversed());
    await page.getByRole('link', { name: 'Item 0', exact: true }).scrollIntoViewIfNeeded();
    await owner.createItems('New');
    await page.getByRole('button', { name: '1 new event' }).click();
    await page.getByRole('link', { name: 'New' }).waitFor();
    await waitUntil(() => page.evaluate(() => window.scrollY === 0));
    expect(await titlesOf()).toEqual(['New', ...titles.toReversed()]);
  });

  it('removes the values of an item when it is deleted', async () => {
    const owner = await fixture.visit();
    const { page, rows } = await openEvents(owner, 'Deleting', 'Secret wish');
    await page.getByRole('button', { name: 'feedback.created' }).click();
    const [id] = await itemIds(owner);
    await owner.callApi('DELETE', `feedback/${id!}`);
    await rows.filter({ hasText: 'Deleted item' }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('Secret wish');
    const json = await page.getByRole('group', { name: 'Event as JSON' }).innerText();
    expect(JSON.parse(json).data).toEqual({ feedback: { id }, version: 1 });
  });

  it('loads the newest page when there are too many events, and stays live', async () => {
    const owner = await fixture.visit();
    const { page, rows, isLive } = await openEvents(owner, 'Burst', 'a');
    await owner.importItems(Array.from({ length: 450 }, (_, n) => `Item ${n}`));
    await rows.filter({ hasText: '450 items created' }).waitFor();
    const { data: imports } = await owner.callApi<{ data: { id: string }[] }>('GET', 'imports');
    await owner.callApi('DELETE', `imports/${imports[0]!.id}?with_changed=true`);
    await page.getByRole('button', { name: 'Load older events' }).waitFor();
    await isLive();
    await owner.createItems('After');
    await page.getByRole('link', { name: 'After' }).waitFor();
    expect(await rows.count()).toBeLessThan(260);
  });

  it('keeps too many events above the list while it is held', async () => {
    const owner = await fixture.visit();
    const { page, rows } = await openEvents(owner, 'Held burst', 'a');
    await page.getByRole('button', { name: 'feedback.created' }).click();
    await owner.importItems(Array.from({ length: 250 }, (_, n) => `Item ${n}`));
    const { data: imports } = await owner.callApi<{ data: { id: string }[] }>('GET', 'imports');
    await owner.callApi('DELETE', `imports/${imports[0]!.id}?with_changed=true`);
    await page.getByRole('button', { name: '200+ new events' }).waitFor();
    expect(await rows.count()).toBe(1);
    const failed = page.waitForResponse((response) => response.status() === 400);
    await page.route('**/app/api/events?limit=*', (route) => route.fulfill({ status: 400 }), { times: 1 });
    await page.getByRole('button', { name: '200+ new events' }).click();
    await failed;
    await page.getByRole('button', { name: '200+ new events' }).click();
    await rows.nth(49).waitFor();
    await owner.createItems('After');
    await page.getByRole('link', { name: 'After' }).waitFor();
  });

  it('connects again after the connection was lost, and misses nothing', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Reconnecting');
    await owner.createItems('a');
    const { page } = owner;
    const responses = [
      (route: Route) => route.fulfill({ contentType: 'text/event-stream', body: 'id: lost\nevent: feedb' }),
      (route: Route) => route.abort(),
    ];
    let connect = () => {};
    const mayConnect = new Promise<void>((resolve) => (connect = resolve));
    await page.route('**/app/api/events?after=*', async (route) => {
      const respond = responses.shift();
      if (!respond) {
        await mayConnect;
        return route.continue();
      }
      await owner.createItems(`b${responses.length}`);
      return respond(route);
    });
    await owner.goTo('/app/developer/events');
    await page.getByText('Connecting…').waitFor();
    await page.getByText('Couldn’t reach the service.', { exact: false }).waitFor();
    connect();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'b0' }).waitFor();
    const titles = await page.getByRole('list', { name: 'Events' }).getByRole('link').allInnerTexts();
    expect(titles).toEqual(['b0', 'b1', 'a']);
    await page.getByText('Couldn’t reach the service.', { exact: false }).waitFor({ state: 'detached' });
  });

  it('closes its stream while it is hidden, and then continues after its last event', async () => {
    const owner = await fixture.visit();
    let streams = 0;
    owner.page.on('request', (request) => (streams += request.url().includes('events?after=') ? 1 : 0));
    const { page, titlesOf } = await openEvents(owner, 'Hidden', 'a');
    await owner.createItems('b');
    await page.getByRole('link', { name: 'b', exact: true }).waitFor();
    const setVisibility = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('events?after='));
    await setVisibility('hidden');
    await closed;
    await page.evaluate(waitTwoFrames);
    expect(streams).toBe(1);
    await owner.createItems('c');
    await setVisibility('visible');
    await page.getByRole('link', { name: 'c', exact: true }).waitFor();
    expect(await titlesOf()).toEqual(['c', 'b', 'a']);
  });

  it('asks to sign in when the session ends elsewhere', async () => {
    const owner = await fixture.visit();
    // Not one of the polled requests.
    const polled = { form_used: true, key_created: true, key_used: true, quarantined: 0, at_least: [] };
    for (const path of ['first-steps', 'feedback/counts*'])
      await owner.page.route(`**/app/api/${path}`, (route) => route.fulfill({ json: { data: polled } }));
    const { page } = await openEvents(owner, 'Ending events', 'a');
    await owner.callApi('DELETE', 'session');
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  });

  it('shows an error with a retry if events cannot be loaded', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Failing');
    await owner.createItems('Dark mode');
    const { page } = owner;
    await page.route('**/app/api/events?*', (route) =>
      route.fulfill({
        status: 400,
        json: { error: { type: 'x', code: 'x', message: 'x', request_id: 'req_1' } },
      }),
    );
    await owner.goTo('/app/developer/events');
    await page.getByText('Couldn’t load events').waitFor();
    await owner.expectAccessible();
    await page.unroute('**/app/api/events?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Dark mode' }).waitFor();
  });

  it('shows events of types that it does not know', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Newer service');
    const { page } = owner;
    await page.route('**/app/api/events?limit=*', async (route) => {
      const { pagination } = (await (await route.fetch()).json()) as { pagination: object };
      const event = {
        id: 'evt_1',
        type: 'feedback.merged',
        timestamp: new Date().toISOString(),
        actor: { type: 'robot' },
        data: { merge: {} },
      };
      await route.fulfill({ json: { data: [event], pagination } });
    });
    await owner.goTo('/app/developer/events');
    await page.getByRole('button', { name: 'feedback.merged' }).click();
    await page.getByRole('group', { name: 'Event as JSON' }).getByText('robot').waitFor();
  });

  it('does not run scripts in text that others typed', async () => {
    const owner = await fixture.visit();
    const { page } = await openEvents(owner, 'Evil events', MALICIOUS_TEXT);
    await page.getByRole('link', { name: MALICIOUS_TEXT }).waitFor();
    await page.getByRole('button', { name: 'feedback.created' }).click();
    await page.getByRole('group', { name: 'Event as JSON' }).waitFor();
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});
