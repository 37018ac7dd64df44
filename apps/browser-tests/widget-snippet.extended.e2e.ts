import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeInBrowser } from './support/chromium';
import { copyWith } from './support/clipboard';
import { useBrowser } from './support/fixture';
import { publishRoadmap } from './support/public-roadmap';
import { waitUntil } from './support/visit';

interface StoredItems {
  readonly data: readonly { readonly title: string; readonly submitter_email: string | null }[];
}

/** Puts what an owner copies from the dashboard on another website, unchanged. */
describeInBrowser('the snippet', () => {
  const fixture = useBrowser();
  let website: Server;
  let files: Record<string, readonly [type: string, text: string]>;
  let policy: string;

  beforeEach(async () => {
    website = createServer((request, response) => {
      const [type, text] = files[request.url!] ?? ['text/plain', ''];
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(text);
    });
    await new Promise<void>((ready) => website.listen(0, '127.0.0.1', ready));
  });
  afterEach(() => website.close());

  async function openWebsite() {
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    const consoleErrors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);
    const close = async () => {
      expect(consoleErrors).toEqual([]);
      await context.close();
    };
    return { page, close };
  }

  it('of the widget works on a website with a strict policy, opened by a button of the website', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Shop');
    await owner.goTo('/app/form');
    const section = owner.page.getByRole('region', { name: 'Widget' });
    await section.getByLabel('Position').selectOption('No button');
    await section.getByLabel('Button label').fill('Tell “us” & them');
    const copied = (what: string) => copyWith(section.getByRole('button', { name: what }));
    const snippet = await copied('Copy snippet');
    const button = '<button id="feedback">Say something</button>';
    const html = `<!doctype html><title>Shop</title>${button}${snippet}<script src="/own.js"></script>`;
    files = {
      '/': ['text/html; charset=utf-8', html],
      '/own.js': ['text/javascript', await copied('Copy code that opens the widget')],
    };
    const allowed = await copied('Copy directives');
    policy = `default-src 'none'; ${allowed.replace('script-src', "script-src 'self'")}`;

    const { page, close } = await openWebsite();
    await page.getByRole('button', { name: 'Say something' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell “us” & them' });
    await dialog.getByRole('textbox').first().fill('From the shop');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const items = async () => (await owner.callApi<StoredItems>('GET', 'feedback')).data;
    await waitUntil(async () => (await items()).length > 0);
    expect((await items()).map(({ title }) => title)).toEqual(['From the shop']);
    await close();
  });

  it('of the roadmap works on a website with a strict policy', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Plans');
    await publishRoadmap(owner, ['Faster']);
    await owner.goTo('/app/roadmap');
    const snippet = await copyWith(owner.page.getByRole('button', { name: 'Copy snippet' }));
    files = {
      '/': ['text/html; charset=utf-8', `<!doctype html><title>Plans</title><main>${snippet}</main>`],
    };
    const { origin } = fixture.product;
    await owner.page.getByText(`add ${origin} to script-src and connect-src`).waitFor();
    policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}`;
    const { page, close } = await openWebsite();
    await page.getByRole('region', { name: 'Plans roadmap' }).getByRole('link', { name: 'Faster' }).waitFor();
    await close();
  });
});
