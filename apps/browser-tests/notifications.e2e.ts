import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { useWebhooks } from './support/webhooks';

/** notifications.md 1, notifications.md 3 */
describeInBrowser('notifications', () => {
  const webhooks = useWebhooks();

  it('appear at the bell without a reload, and are marked as read', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Bell');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    const key = await owner.callApi<{ data: { secret: string } }>('POST', 'keys', {
      name: 'Bell',
      permission: 'full',
    });
    const submit = (title: string) =>
      owner.context.request.post(`${webhooks.origin}/api/v1/feedback`, {
        headers: { 'X-API-Key': key.data.secret },
        data: { title },
      });
    await submit('Dark mode');
    const bell = page.getByRole('button', { name: '1 unread notification' });
    await bell.waitFor();
    await page.getByRole('status').filter({ hasText: '1 unread notification' }).waitFor();
    await page.keyboard.press('u');
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByRole('link', { name: 'New feedback: Dark mode' }).waitFor();
    await owner.expectAccessible();
    await submit('Light mode');
    await panel.getByRole('link', { name: '2 new feedback items' }).waitFor();
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it('of an item are read when the item opens', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Read items');
    const { page } = owner;
    const key = await owner.callApi<{ data: { secret: string } }>('POST', 'keys', {
      name: 'Bell',
      permission: 'full',
    });
    await owner.goTo('/app/inbox');
    await owner.context.request.post(`${webhooks.origin}/api/v1/feedback`, {
      headers: { 'X-API-Key': key.data.secret },
      data: { title: 'Dark mode' },
    });
    await page.getByRole('button', { name: '1 unread notification' }).waitFor();
    await owner.row('Dark mode').click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  });

  /** webhooks.md 5 */
  it('go to a channel, with a test message', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Channel');
    const { page } = owner;
    await owner.goTo('/app/settings/notifications');
    await page.getByLabel('Webhook URL').fill(webhooks.receiver.url);
    await page.getByRole('button', { name: 'Add channel' }).click();
    const channel = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await channel.getByRole('button', { name: /^Send test message/ }).click();
    await channel.getByText(/^Test delivered/).waitFor();
    expect(JSON.parse(webhooks.receiver.requests.at(-1)!.body).text).toMatch(/^Test message/);
  });

  it('about new feedback can be turned off', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Off');
    await owner.goTo('/app/settings/notifications');
    const toggle = owner.page.getByRole('switch', { name: 'New feedback' });
    const stored = owner.page.waitForResponse((response) => response.request().method() === 'PATCH');
    await toggle.click({ force: true });
    await stored;
    await owner.page.reload();
    await toggle.waitFor();
    expect(await toggle.isChecked()).toBe(false);
    await owner.page.getByText('This service sends no mail').waitFor();
  });
});

/** notifications.md 4 */
describeInBrowser('settings of mail', () => {
  const fixture = useBrowser({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@mail.example' });

  it('are kept, with the time zone of the browser', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Digest');
    const { page } = owner;
    await owner.callApi('POST', 'views', { name: 'Plans', parameters: { status: 'planned' } });
    await owner.goTo('/app/settings/notifications');
    const mail = page.getByRole('region', { name: 'By email' });
    const saved = () => page.waitForResponse((response) => response.request().method() === 'PATCH');
    const choose = (label: string, option: string) =>
      Promise.all([saved(), mail.getByLabel(label, { exact: true }).selectOption({ label: option })]);
    await choose('New feedback', 'Daily digest');
    await choose('View', 'Plans');
    await choose('Items in quarantine', 'Daily digest');
    const mentions = mail.getByRole('switch', { name: 'Mentions in notes' });
    await Promise.all([saved(), mentions.click({ force: true })]);
    await page.reload();
    await mail.waitFor();
    const value = (label: string) => mail.getByLabel(label, { exact: true }).inputValue();
    expect([await value('New feedback'), await value('Items in quarantine')]).toEqual(['daily', 'daily']);
    // Disabled until the views are loaded.
    await mail.getByLabel('View', { exact: true }).and(page.locator(':enabled')).waitFor();
    expect(await mail.getByLabel('View', { exact: true }).locator('option:checked').textContent()).toBe(
      'Plans',
    );
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await value('Time zone')).toBe(zone);
    await choose('Time zone', 'Asia/Tokyo');
    expect(await mentions.isChecked()).toBe(false);
    await owner.expectAccessible();
    await owner.expectFits('mail settings', mail);
  });
});
