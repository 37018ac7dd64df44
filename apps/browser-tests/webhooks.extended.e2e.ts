import { describeInBrowser } from './support/chromium';
import { confirm, deliveryLog, useWebhooks, WEBHOOKS_PATH } from './support/webhooks';

/** dashboard.md 11 */
describeInBrowser('webhooks', () => {
  const webhooks = useWebhooks();

  it('are accessible in both schemes, and fit three widths', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Looks');
    const { page } = owner;
    const check = async (name: string) => {
      await owner.expectAccessible();
      await owner.expectFits(name);
    };
    await owner.goTo(WEBHOOKS_PATH);
    await page.getByText('No webhooks').waitFor();
    await check('webhooks-empty');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const create = page.getByRole('dialog', { name: 'Create a webhook' });
    await create.getByLabel('URL').fill(webhooks.receiver.url);
    await create.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByLabel('Signing secret', { exact: true }).waitFor();
    await check('webhooks-secret');
    await confirm(page, 'I’ve saved this secret');
    webhooks.respondWith(500);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test failed').waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await deliveryLog(page).getByRole('button', { name: 'webhook.test' }).click();
    await page.getByRole('group', { name: 'Payload' }).waitFor();
    await check('webhook');
    await page.getByRole('button', { name: 'Replay…' }).click();
    await page.getByText('No events to send.').waitFor();
    await check('webhook-replay');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rotate secret…' }).click();
    await page.getByRole('radio', { name: 'In 1 hour' }).waitFor();
    await check('webhook-rotate');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Add header' }).click();
    await check('webhook-edit');
    await page.keyboard.press('Escape');
    webhooks.respondWith(410);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('410 Gone').waitFor();
    await check('webhook-disabled');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('410 Gone').waitFor();
    await check('webhooks');
    for (const name of ['inbox', 'settings']) {
      await owner.goTo(`/app/${name}`);
      await page.getByText('was disabled and receives no events.').waitFor();
      await check(`webhook-banner-${name}`);
    }
  });

  it('report errors beside their fields, and keep the input', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Fields');
    const { page } = owner;
    await owner.goTo(WEBHOOKS_PATH);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a webhook' });
    const submit = dialog.getByRole('button', { name: 'Create webhook' });
    const url = dialog.getByLabel('URL');
    await dialog.getByRole('radio', { name: 'Selected events' }).check();
    await page.setViewportSize({ width: 1440, height: 500 });
    const title = dialog.getByRole('banner');
    // The field is behind the title, and a click doesn't scroll.
    await url.evaluate((field) => {
      field.closest('[role=dialog]')!.scrollTop += field.getBoundingClientRect().top - 50;
    });
    await submit.dispatchEvent('click');
    await dialog.getByText('Select at least one event type.').waitFor();
    await url.and(page.locator(':focus')).waitFor();
    expect(await url.getAttribute('aria-invalid')).toBe('true');
    const { y, height } = (await title.boundingBox())!;
    const label = (await dialog.getByText('URL', { exact: true }).boundingBox())!;
    expect(label.y).toBeGreaterThan(y + height);
    await page.setViewportSize({ width: 1440, height: 900 });
    await owner.expectAccessible();
    await owner.expectFits('webhook-invalid');
    await dialog.getByRole('checkbox', { name: 'feedback.created' }).check();
    await url.fill('http://10.0.0.1/');
    await submit.click();
    await dialog.getByText('Enter a public https URL that this service can reach.').waitFor();
    await url.fill(webhooks.receiver.url);
    await dialog.getByRole('button', { name: 'More options' }).click();
    await dialog.getByRole('radio', { name: 'Public key (Ed25519)' }).check();
    await dialog.getByRole('button', { name: 'Add header' }).click();
    await dialog.getByLabel('Name of header 1').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Host');
    await dialog.getByLabel('Value of header 1').fill('elsewhere');
    await submit.click();
    await dialog.getByText('a name or value that isn’t allowed', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    expect(await dialog.getByLabel('Name of header 1').inputValue()).toBe('Host');
    await dialog.getByRole('button', { name: 'Remove header 1' }).click();
    await submit.click();
    const key = page.getByRole('dialog', { name: 'Your public key' });
    const publicKey = await key.getByLabel('Public key', { exact: true }).inputValue();
    await confirm(page, 'Done');
    await page.getByRole('region', { name: 'Settings' }).getByText(publicKey).waitFor();
    await page.getByRole('region', { name: 'Settings' }).getByText('feedback.created').waitFor();
  });

  it('hide the banner after it was dismissed, until one is disabled again', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Dismissed');
    const { page } = owner;
    const banner = page.getByText('was disabled and receives no events.');
    // Otherwise the event of the first time can disable it again before the second test.
    const id = await webhooks.create(owner, { events: ['feedback.created'] });
    webhooks.respondWith(410);
    const disable = async () => {
      await owner.goTo(`${WEBHOOKS_PATH}/${id}`);
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByText('410 Gone').waitFor();
      await owner.goTo('/app/settings');
    };
    await disable();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await banner.waitFor({ state: 'detached' });
    await owner.goTo('/app/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(await banner.count()).toBe(0);
    await owner.callApi('PATCH', `webhooks/${id}`, { status: 'active' });
    await disable();
    await banner.waitFor();
  });

  it('can be disabled together with the key that created them', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Key');
    const { page } = owner;
    const { data: key } = await owner.callApi<{ data: { id: string; secret: string } }>('POST', 'keys', {
      name: 'Sync',
      permission: 'full',
    });
    await webhooks.create(owner, { url: `${webhooks.receiver.url}/owner` });
    const response = await fetch(`${webhooks.origin}/api/v1/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key.secret },
      body: JSON.stringify({ url: `${webhooks.receiver.url}/key`, events: ['*'] }),
    });
    expect(response.status).toBe(201);
    await owner.goTo('/app/developer');
    await page.getByRole('button', { name: /^Actions for Sync/ }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke “Sync”?' });
    await dialog.getByText('This key created a webhook').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('developer-revoke-webhooks');
    await dialog.getByRole('checkbox', { name: 'Also disable the webhook' }).check();
    await confirm(page, 'Revoke key');
    await dialog.waitFor({ state: 'detached' });
    const { data } = await owner.callApi<{ data: { url: string; status: string }[] }>('GET', 'webhooks');
    expect(data.map(({ url, status }) => [url, status])).toEqual([
      [`${webhooks.receiver.url}/key`, 'disabled'],
      [`${webhooks.receiver.url}/owner`, 'active'],
    ]);
  });

  it('work with the keyboard alone', async () => {
    const owner = await webhooks.visit();
    await owner.createAccount('Keys only');
    const { page } = owner;
    await owner.goTo(WEBHOOKS_PATH);
    const press = async (role: 'button' | 'link', name: string) => {
      await page.getByRole(role, { name }).last().focus();
      await page.keyboard.press('Enter');
    };
    await press('button', 'Create webhook');
    await page.getByRole('dialog', { name: 'Create a webhook' }).locator(':focus').waitFor();
    await page.keyboard.type(webhooks.receiver.url);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save your signing secret' }).waitFor();
    await press('button', 'I’ve saved this secret');
    const heading = page.getByRole('heading', { name: webhooks.receiver.url, level: 1 });
    await heading.and(page.locator(':focus')).waitFor();
    await press('button', 'Send test');
    await page.getByText('Test delivered').waitFor();
    await press('button', 'webhook.test');
    await page.getByRole('group', { name: 'Payload' }).waitFor();
    await press('button', 'Disable');
    await page.getByRole('dialog', { name: 'Disable webhook?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Disable' }).and(page.locator(':focus')).waitFor();
    await press('link', 'Webhooks');
    await page.getByRole('link', { name: webhooks.receiver.url }).waitFor();
  });
});
