import { describeInBrowser } from './support/chromium';
import { receivedItems, useHostSite } from './support/host-page';
import { useBrowser } from './support/fixture';
import { waitUntil, type Visit } from './support/visit';

const quarantined = async (owner: Visit) =>
  (await owner.callApi<{ data: unknown[] }>('GET', 'quarantine')).data;

/** Starts its own product: it challenges an IP address that sent spam, and all tests have the same address. */
describeInBrowser('the quarantine', () => {
  const fixture = useBrowser({});
  const site = useHostSite(fixture);

  it('holds a form submission that fills in the honeypot, until the owner releases it', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Trapped');
    const visitor = await fixture.visit({ javaScriptEnabled: false });
    await visitor.goTo(`/f/${slug}`);
    await visitor.page.getByLabel('Title').fill('Cheap watches');
    await visitor.page.locator('input[name=homepage]').fill('https://spam.example', { force: true });
    await visitor.page.getByRole('button', { name: 'Send feedback' }).click();
    await visitor.page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    expect(await receivedItems(owner)).toEqual([]);

    const { page } = owner;
    await owner.goTo('/app/quarantine');
    await page.getByRole('heading', { name: 'Cheap watches' }).waitFor();
    await page.getByText('A hidden field was filled in.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('quarantine');
    await page.getByRole('button', { name: 'Release “Cheap watches”' }).click();
    await waitUntil(async () => (await receivedItems(owner)).some(({ title }) => title === 'Cheap watches'));
    await page.getByRole('link', { name: 'Inbox' }).click();
    await owner.row('Cheap watches').waitFor();
  });

  it('holds a widget submission that fills in the honeypot', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Machine');
    const { page, button, dialog } = await site.visit({ 'data-slug': slug });
    await button.click();
    const honeypot = page.locator('html > aside [name=homepage]');
    expect(await honeypot.isVisible()).toBe(false);
    await honeypot.evaluate((input: HTMLInputElement) => (input.value = 'https://spam.example'));
    await dialog.getByLabel('Title').fill('Cheap watches');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('status').getByText('Thanks for your feedback').waitFor();
    expect([await receivedItems(owner), (await quarantined(owner)).length]).toEqual([[], 1]);
  });

  it('is named on Get started when the first submission waits there', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('First one waits');
    const { page } = owner;
    await owner.goTo('/app');
    const share = page.getByRole('listitem', { name: 'Share your form' });
    await share.getByRole('link', { name: 'Open form' }).waitFor();
    expect(await share.getByText('quarantine').count()).toBe(0);
    await fetch(`${fixture.product.origin}/f/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Sent without loading the form' }),
    });
    await owner.goTo('/app');
    await share.getByText('1 submission is in quarantine', { exact: false }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('first-steps-quarantine');
    await share.getByRole('link', { name: 'Review submission' }).click();
    await page.getByRole('heading', { name: 'Quarantine', level: 1 }).waitFor();
  });
});
