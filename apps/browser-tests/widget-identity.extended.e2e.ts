import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { useHostSite } from './support/host-page';

interface Sent {
  readonly title: string;
  readonly token?: string;
  readonly context?: object;
}

/** Keeps what the widget sends from the service, because a token must be signed. */
const keepSubmissions = (page: Page) =>
  page.addInitScript(() => {
    const submissions: unknown[] = [];
    const load = window.fetch;
    Object.assign(window, { submissions });
    window.fetch = async (url, options) => {
      if (!(options?.body instanceof Blob)) return load(url, options);
      submissions.push(JSON.parse(await options.body.text()));
      return Response.json({ data: { id: 'kept' } }, { status: 201 });
    };
  });

/** form.md 8 */
describeInBrowser('the widget in an application', () => {
  const fixture = useBrowser();
  const site = useHostSite(fixture);

  it('sends the newest token and the data of the page, and asks for no address then', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Application');
    await owner.callApi('PATCH', 'form', { email_field: 'required' });
    const attributes = {
      'data-slug': slug,
      'data-token': 'first.token',
      'data-context': '{&quot;plan&quot;:&quot;pro&quot;}',
    };
    const { page, button, dialog } = await site.visit(attributes, {}, { locale: 'de-AT' }, keepSubmissions);
    await page.evaluate(() => history.replaceState(null, '', '/settings?secret=1#top'));
    const send = async (title: string): Promise<Sent> => {
      await button.click();
      await dialog.getByRole('textbox').first().fill(title);
      expect(await dialog.locator('[type=email]').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Feedback senden' }).click();
      await dialog.locator('form').waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: 'Schließen' }).click();
      return page.evaluate('submissions.at(-1)');
    };
    const origin = new URL(page.url()).origin;
    expect(await send('One')).toMatchObject({
      title: 'One',
      token: 'first.token',
      context: { page: `${origin}/settings`, language: 'de-AT', data: { plan: 'pro' } },
    });
    await page.evaluate('feedbackWidget.token = "second.token"');
    expect(await send('Two')).toMatchObject({ title: 'Two', token: 'second.token' });
  });

  it('sends no token for a page that has none, and ignores data that is not JSON', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Plain page');
    const warnings: string[] = [];
    const { page, button, dialog } = await site.visit(
      { 'data-slug': slug, 'data-context': '{plan:pro}' },
      {},
      {},
      async (opened) => {
        opened.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
        await keepSubmissions(opened);
      },
    );
    await button.click();
    await dialog.getByLabel('Title').fill('Plain');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Thanks for your feedback').waitFor();
    const [sent] = await page.evaluate<Sent[]>('submissions');
    expect(sent!.token).toBeUndefined();
    expect(sent!.context).toMatchObject({ page: page.url(), data: null });
    expect(warnings).toEqual([expect.stringMatching(/^data-context is ignored/)]);
  });
});
