import { describeInBrowser } from './support/chromium';
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
    await toggle.click({ force: true });
    await owner.page.reload();
    await toggle.waitFor();
    expect(await toggle.isChecked()).toBe(false);
  });
});
