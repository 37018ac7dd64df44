import { describeInBrowser } from './support/chromium';
import { arrived, foreignSite } from './support/host-page';
import { scene } from './support/fixture';
import { until, type Visit } from './support/visit';

const quarantined = async (owner: Visit) => (await owner.ask<{ data: unknown[] }>('GET', 'quarantine')).data;

/** On a product of its own: it challenges an IP address that has sent spam, and all tests have the same address. */
describeInBrowser('the quarantine', () => {
  const stage = scene({});
  const site = foreignSite(stage);

  it('receives a submission that fills the honeypot of the form, and the owner can release it', async () => {
    const owner = await stage.visit();
    const { slug } = await owner.owns('Trapped');
    const visitor = await stage.visit({ javaScriptEnabled: false });
    await visitor.goTo(`/f/${slug}`);
    await visitor.page.getByLabel('In one line').fill('Cheap watches');
    await visitor.page.locator('input[name=homepage]').fill('https://spam.example', { force: true });
    await visitor.page.getByRole('button', { name: 'Send feedback' }).click();
    await visitor.page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await arrived(owner)).toEqual([]);

    const { page } = owner;
    await owner.goTo('/app/quarantine');
    await page.getByRole('heading', { name: 'Cheap watches' }).waitFor();
    await page.getByText('A field people cannot see was filled in.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('quarantine');
    await page.getByRole('button', { name: 'Release “Cheap watches”' }).click();
    await until(async () => (await arrived(owner)).some(({ title }) => title === 'Cheap watches'));
    await page.getByRole('link', { name: 'Inbox' }).click();
    await owner.row('Cheap watches').waitFor();
  });

  it('receives a submission that fills the honeypot of the widget', async () => {
    const owner = await stage.visit();
    const { slug } = await owner.owns('Machine');
    const { page, button, dialog } = await site.visit({ 'data-slug': slug });
    await button.click();
    const trap = page.locator('html > aside [name=homepage]');
    expect(await trap.isVisible()).toBe(false);
    await trap.evaluate((input: HTMLInputElement) => (input.value = 'https://spam.example'));
    await dialog.getByLabel('Title').fill('Cheap watches');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('status').getByText('Thank you').waitFor();
    expect([await arrived(owner), (await quarantined(owner)).length]).toEqual([[], 1]);
  });

  it('is named on First steps when the first submission waits there', async () => {
    const owner = await stage.visit();
    const { slug } = await owner.owns('First one waits');
    const { page } = owner;
    await owner.goTo('/app');
    const share = page.getByRole('listitem', { name: 'Share your form' });
    await share.getByRole('link', { name: 'Open the form' }).waitFor();
    expect(await share.getByText('quarantine').count()).toBe(0);
    await fetch(`${stage.product.origin}/f/${slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Sent without loading the form' }),
    });
    await owner.goTo('/app');
    await share.getByText('One submission is waiting in quarantine', { exact: false }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('first-steps-quarantine');
    await share.getByRole('link', { name: 'Look at it' }).click();
    await page.getByRole('heading', { name: 'Quarantine', level: 1 }).waitFor();
  });
});
