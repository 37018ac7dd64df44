import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { waitTwoFrames, waitUntil } from './support/visit';
import { useWebhooks } from './support/webhooks';

const LATER_MS = 60_000;

describeInBrowser('changes on a slow network', () => {
  const webhooks = useWebhooks();

  /** Holds matching requests until `release` is called. */
  async function hold(page: Page, url: string, method: string) {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const held: string[] = [];
    await page.route(`**/app/api/${url}`, async (route) => {
      const request = route.request();
      if (request.method() !== method) return route.fallback();
      held.push(request.url());
      await isReleased;
      await route.fallback();
    });
    return { release, held, begun: (count: number) => waitUntil(async () => held.length >= count) };
  }

  /** Loads stale data again, as if the person came back to the window. */
  async function comeBack(page: Page): Promise<void> {
    await page.clock.setSystemTime(Date.now() + LATER_MS);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  }

  it('lose no secret, and create nothing twice', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Slow secrets');
    await owner.callApi('POST', 'keys', { name: 'Nightly', permission: 'full' });
    const { page } = owner;
    await owner.goTo('/app/developer');
    await page.getByRole('button', { name: /^Actions for Nightly/ }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    const rotation = await hold(page, 'keys/*/rotate', 'POST');
    const list = await hold(page, 'keys', 'GET');
    const rotate = page.getByRole('dialog', { name: 'Rotate “Nightly”' });
    await rotate.getByRole('button', { name: 'Rotate key' }).click();
    await rotation.begun(1);
    await page.keyboard.press('Escape');
    expect(await rotate.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    rotation.release();
    const rotated = page.getByRole('dialog', { name: 'Save your new key' });
    await rotated.getByLabel('API key', { exact: true }).waitFor();
    await list.begun(1);
    expect(await rotated.getByText('“Nightly”').count()).toBe(0);
    list.release();
    await rotated.getByText(/“Nightly”.* until /).waitFor();
    await rotated.getByRole('button', { name: 'I’ve saved this key' }).click();

    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const create = page.getByRole('dialog', { name: 'Create a webhook' });
    const creation = await hold(page, 'webhooks', 'POST');
    await create.getByLabel('URL').fill(webhooks.receiver.url);
    await create.getByRole('button', { name: 'Create webhook' }).click();
    await creation.begun(1);
    await create.getByLabel('Description').fill('Typed meanwhile');
    await create.getByLabel('Description').press('Enter');
    creation.release();
    const secret = page.getByRole('dialog', { name: 'Save your signing secret' });
    await secret.getByLabel('Signing secret', { exact: true }).waitFor();
    expect(creation.held).toHaveLength(1);
  });

  it('store the last of two quick changes of a setting, and show it', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Slow switches');
    const { page } = owner;
    await owner.goTo('/app/settings/notifications');
    const toggle = page.getByRole('switch', { name: 'New feedback' });
    const wasOn = await toggle.isChecked();
    const shows = (isOn: boolean) => waitUntil(async () => (await toggle.isChecked()) === isOn);
    const changes = await hold(page, 'notification-settings', 'PATCH');
    await toggle.click({ force: true });
    await changes.begun(1);
    await shows(!wasOn);
    await toggle.click({ force: true });
    await shows(wasOn);
    expect(changes.held).toHaveLength(1);
    changes.release();
    await changes.begun(2);
    const path = 'notification-settings';
    await waitUntil(async () => {
      const { data } = await owner.callApi<{ data: { new_feedback_in_app: boolean } }>('GET', path);
      return data.new_feedback_in_app === wasOn;
    });
    await shows(wasOn);
  });

  it('bring back no released submission, and leave the focus where the user types', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Slow quarantine');
    await owner.createItems('First', 'Second');
    const { page } = owner;
    const { data: items } = await owner.callApi<{ data: { id: string; title: string }[] }>('GET', 'feedback');
    const entries = items.map((item) => ({ ...item, submitter_email: null, reason: 'honeypot' }));
    const quarantine = { data: entries, pagination: { limit: 50, next_cursor: null } };
    await page.route('**/app/api/quarantine?*', (route) => route.fulfill({ json: quarantine }));
    await page.route('**/app/api/quarantine/*/release', (route) =>
      route.fulfill({ json: { data: items.find(({ id }) => route.request().url().includes(id)) } }),
    );
    await owner.goTo('/app/quarantine');
    const first = page.getByRole('heading', { name: 'First' });
    await first.waitFor();
    const refetch = await hold(page, 'quarantine?*', 'GET');
    await comeBack(page);
    await refetch.begun(1);
    await page.getByRole('button', { name: 'Release “First”' }).click();
    await first.waitFor({ state: 'detached' });
    await page.locator('[data-page-heading]:focus').waitFor();
    const loaded = page.waitForResponse(/quarantine\?/);
    refetch.release();
    await loaded;
    await page.evaluate(waitTwoFrames);
    expect(await first.count()).toBe(0);

    const release = await hold(page, 'quarantine/*/release', 'POST');
    await page.getByRole('button', { name: 'Release “Second”' }).click();
    await release.begun(1);
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('searchbox').fill('typed');
    release.release();
    await page.getByText('“Second”', { exact: false }).waitFor();
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  });

  it('move a view twice, and offer to undo each deletion', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Slow views');
    for (const name of ['One', 'Two', 'Three'])
      await owner.callApi('POST', 'views', { name, parameters: {} });
    const { page } = owner;
    const choose = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Options of view “${name}”`, exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const shown = () =>
      page
        .locator('[data-view] a')
        .evaluateAll((links: HTMLElement[]) => links.map((link) => link.title).join());
    const stored = async () => {
      const { data } = await owner.callApi<{ data: { name: string }[] }>('GET', 'views');
      return data.map(({ name }) => name).join();
    };
    await owner.goTo('/app/inbox');
    const order = await hold(page, 'views/order', 'PUT');
    await choose('One', 'Move down');
    await order.begun(1);
    await choose('One', 'Move down');
    await waitUntil(async () => (await shown()) === 'Two,Three,One');
    order.release();
    await waitUntil(async () => (await stored()) === 'Two,Three,One');

    const deletions = await hold(page, 'views/*', 'DELETE');
    await choose('Two', 'Delete');
    await choose('Three', 'Delete');
    await deletions.begun(2);
    deletions.release();
    for (const name of ['Two', 'Three'])
      await page.getByText(`“${name}”`, { exact: false }).first().waitFor();
    await waitUntil(async () => (await page.getByRole('button', { name: 'Undo' }).count()) === 2);
  });
});
