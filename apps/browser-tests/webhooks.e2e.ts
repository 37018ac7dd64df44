import { describeInBrowser } from './support/chromium';
import { confirm, deliveryLog, missEvent, useWebhooks, WEBHOOKS_PATH } from './support/webhooks';
import { waitUntil } from './support/visit';

/** dashboard.md 11 */
describeInBrowser('webhooks', () => {
  const webhooks = useWebhooks();

  it('are created, show their secret once, and show the result of a test', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Hooks');
    const { page } = owner;
    await owner.goTo(WEBHOOKS_PATH);
    await page.getByText('No webhooks').waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a webhook' });
    await dialog.getByLabel('URL').fill(webhooks.receiver.url);
    await dialog.getByLabel('Description').fill('Mirror');
    await dialog.getByRole('button', { name: 'More options' }).click();
    await dialog.getByLabel('Leave out changes by').selectOption('Imports');
    await dialog.getByRole('button', { name: 'Add header' }).click();
    await dialog.getByLabel('Name of header 1').and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('Name of header 1').fill('Authorization');
    await dialog.getByLabel('Value of header 1').fill('Bearer hidden');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();

    const secretDialog = page.getByRole('dialog', { name: 'Save your signing secret' });
    const secret = await secretDialog.getByLabel('Signing secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    // Escape closes a dialog also while the focus is not in it.
    await secretDialog.locator(':focus').evaluate((focused: HTMLElement) => focused.blur());
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Leave without saving the secret?' }).waitFor();
    await page.getByRole('button', { name: 'Back to secret' }).click();
    await page.getByRole('button', { name: 'I’ve saved this secret' }).click();
    await page.getByRole('heading', { name: webhooks.receiver.url, level: 1 }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('region', { name: 'Settings' }).getByText('Imports').waitFor();

    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/^Test delivered: your endpoint responded with 204 in [\d.]+ m?s\.$/).waitFor();
    expect(webhooks.receiver.requests[0]!.headers).toMatchObject({ authorization: 'Bearer hidden' });
    await page.getByRole('img', { name: '1 succeeded and 0 failed in the last 24 hours' }).waitFor();
    await deliveryLog(page).getByText('webhook.test').waitFor();
    webhooks.respondWith(500);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/^Test failed after [\d.]+ m?s: responded with status 500\.$/).waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.waitForURL(`**${WEBHOOKS_PATH}`);
    // The page loads the list again after 10 seconds.
    await page.reload();
    const entry = page.getByRole('list', { name: 'Webhooks, newest first' }).getByRole('listitem');
    await entry.getByText('Failing').waitFor();
    await entry.getByText('Mirror').waitFor();
  });

  it('have a delivery log with payloads, send a delivery again, and replay events', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Log');
    const { page } = owner;
    const id = await webhooks.create(owner, { payload: 'thin' });
    await missEvent(owner, id);
    await page.clock.install();
    await owner.goTo(`${WEBHOOKS_PATH}/${id}`);
    await page.getByText('No deliveries yet').waitFor();
    // The service tries again by itself only after an hour.
    webhooks.receiver.respond = (response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
    await owner.createItems('Dark mode');
    await webhooks.untilAttempted(owner, id);
    // The page loads the list again after 10 seconds.
    await page.clock.fastForward(10_000);
    const row = deliveryLog(page).getByRole('listitem').filter({ hasText: 'feedback.created' });
    const toggle = row.getByRole('button', { name: 'feedback.created' });
    await row.getByText('Responded with status 503').waitFor();
    await row.getByText('Pending').waitFor();
    await toggle.click();
    await row.getByRole('table', { name: 'Attempts' }).getByText('Responded with status 503').waitFor();
    const payload = row.getByRole('group', { name: 'Payload' });
    expect(JSON.parse(await payload.innerText())).toEqual(JSON.parse(webhooks.receiver.requests[0]!.body));

    webhooks.respondWith(200);
    await row.getByRole('button', { name: 'Send again' }).click();
    await row.getByRole('table', { name: 'Attempts' }).getByText('Responded with status 200').waitFor();
    await row.getByText('Succeeded').waitFor();
    // Not repeated by itself any more.
    await row.getByRole('button', { name: 'Send again' }).click();
    await row.getByText('Responded with status 200').nth(1).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
    await page.getByText('No matching deliveries').waitFor();
    expect(page.url()).toContain('?status=failed');
    await page.getByRole('button', { name: 'Show all deliveries' }).click();
    await toggle.waitFor();

    await page.getByRole('button', { name: 'Replay…' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay events' });
    await replay.getByText('1 event to send.').waitFor();
    await replay.getByLabel('From').fill('2099-01-01T00:00');
    await replay.getByText('No events to send.').waitFor();
    await replay.getByLabel('From').fill('2020-01-01T00:00');
    await replay.getByRole('button', { name: 'Replay 1 event' }).click();
    await page.getByText('1 event queued.').waitFor();
    await deliveryLog(page).getByRole('button', { name: 'feedback.created' }).nth(1).waitFor();
    await waitUntil(async () => new Set(webhooks.receiver.requests.map(({ id }) => id)).size === 2);
  });

  it('are changed, rotated, disabled, enabled, and deleted', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Changes');
    const { page } = owner;
    await webhooks.open(owner, { headers: { 'X-Token': 'hidden' } });
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit webhook' });
    await edit.getByText('Sent with each request: X-Token.').waitFor();
    await edit.getByRole('radio', { name: 'Selected events' }).check();
    await edit.getByRole('checkbox', { name: 'feedback.deleted' }).check();
    await edit.getByRole('button', { name: 'Save changes' }).click();
    const settings = page.getByRole('region', { name: 'Settings' });
    await settings.getByText('feedback.deleted').waitFor();
    await settings.getByText('X-Token').waitFor();

    await page.getByRole('button', { name: 'Rotate secret…' }).click();
    await page.getByRole('radio', { name: 'In 1 hour' }).check();
    await confirm(page, 'Rotate secret');
    await page.getByText(/^Until .* requests are also signed with the previous secret\.$/).waitFor();
    await confirm(page, 'I’ve saved this secret');
    await settings.getByText('Previous secret expires').waitFor();

    await page.getByRole('button', { name: 'Disable' }).click();
    await confirm(page, 'Disable webhook');
    await page.getByText('They are still recorded').waitFor();
    await page.getByRole('button', { name: 'Send test' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Webhook enabled').waitFor();
    await page.getByRole('button', { name: 'Replay events' }).click();
    await page.getByRole('dialog', { name: 'Replay events' }).getByText('No events to send.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Delete webhook…' }).click();
    await confirm(page, 'Delete webhook');
    await page.getByText('No webhooks').waitFor();
    await page.getByText('Webhook deleted').waitFor();
  });

  it('show why the service disabled one, and a banner on other pages', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Gone');
    const { page } = owner;
    const id = await webhooks.open(owner);
    webhooks.respondWith(410);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Disabled: your endpoint responded with 410 Gone').waitFor();
    await owner.goTo(WEBHOOKS_PATH);
    await page.getByText('Disabled: your endpoint responded with 410 Gone').waitFor();

    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    const banner = page.getByText(`The webhook to ${new URL(webhooks.receiver.url).host} was disabled`);
    expect(await banner.count()).toBe(0);
    for (const path of ['/app/inbox', '/app/settings']) {
      await owner.goTo(path);
      await banner.waitFor();
      await owner.expectFits(`webhook-banner-${path.slice(5)}`);
    }
    expect(requests.filter((url) => url.includes('/webhooks'))).toEqual([]);
    await page.getByRole('link', { name: 'Review webhook' }).click();
    await page.waitForURL(`**${WEBHOOKS_PATH}/${id}`);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Webhook enabled').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await banner.waitFor({ state: 'detached' });
  });
});
