import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Product } from './product';
import type { BrowserFixture } from './fixture';
import { Visit } from './visit';

interface HostPage {
  readonly head?: string;
  readonly body?: string;
  /** The page's own `color-scheme`; by default both. Empty: it says nothing of it. */
  readonly scheme?: string;
  readonly doctype?: string;
  /** Where the scripts stand. */
  readonly scriptsIn?: 'head' | 'body';
  /** The whole policy; by default the strictest under which the widget works. */
  readonly policy?: string;
}

/** The attributes of the widget's script; more than one for more than one script. */
type ScriptAttributes = Readonly<Record<string, string>>;

export interface WidgetVisit extends Visit {
  /** What the widget has put into the page, which the locators of Playwright look into. */
  readonly button: Locator;
  readonly dialog: Locator;
}

const DEFAULT_BODY = `<main><h1>A page of others</h1><p>With a <a href="#there">link</a> and
<button>a button</button>.</p></main>`;

/** Somebody else's site: another origin, and another site as well, with a policy that allows the service alone. */
export function useHostSite(fixture: BrowserFixture) {
  let server: Server;
  let page: HostPage = {};
  let scripts: readonly ScriptAttributes[] = [];
  let visits: Visit[] = [];

  const html = () => {
    const {
      doctype = '<!doctype html>',
      head = '',
      body = DEFAULT_BODY,
      scriptsIn = 'body',
      scheme = 'light dark',
    } = page;
    const tags = scripts
      .map((attributes) => {
        const attributeText = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
        return `<script src="${fixture.product.origin}/widget.js"${attributeText.join('')}${scriptsIn === 'body' ? ' async' : ''}></script>`;
      })
      .join('');
    return `${doctype}<html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title>
${scheme && `<meta name="color-scheme" content="${scheme}">`}<meta name="viewport" content="width=device-width, initial-scale=1">${scriptsIn === 'head' ? tags : ''}${head}</head>
<body>${body}${scriptsIn === 'body' ? tags : ''}</body></html>`;
  };
  const strictestPolicy = () => {
    const { origin } = fixture.product;
    return `default-src 'none'; script-src ${origin}; connect-src ${origin}`;
  };

  beforeAll(async () => {
    server = createServer((_, response) => {
      const policy = page.policy ?? strictestPolicy();
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());
  afterEach(async () => {
    const allowedPrefix = `left the origin: ${fixture.product.origin}/`;
    const errors = visits
      .flatMap((visit) => visit.errors)
      .filter((error) => !error.startsWith(allowedPrefix));
    await Promise.all(visits.map((visit) => visit.context.close()));
    visits = [];
    expect(errors).toEqual([]);
  });

  return {
    /** Somebody on such a page. @param prepare what is to be done in the window first */
    async visit(
      attributes: ScriptAttributes | readonly ScriptAttributes[],
      hostPage: HostPage = {},
      options: BrowserContextOptions = {},
      prepare: (page: Page) => Promise<unknown> = async () => {},
    ): Promise<WidgetVisit> {
      page = hostPage;
      scripts = [attributes].flat() as ScriptAttributes[];
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const visit = await Visit.open(fixture.browser, { origin } as Product, options);
      visits.push(visit);
      await prepare(visit.page);
      await visit.goTo('/');
      const widgetRoot = visit.page.locator('html > aside');
      return Object.assign(visit, {
        button: widgetRoot.locator('> button'),
        dialog: widgetRoot.getByRole('dialog'),
      });
    },
  };
}

/** What has reached an account, and what waits for its owner. */
interface ReceivedItem {
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly source: string;
}

export async function receivedItems(owner: Visit): Promise<readonly ReceivedItem[]> {
  return (await owner.callApi<{ data: ReceivedItem[] }>('GET', 'feedback')).data;
}

/** The element that has the focus, inside of the shadow tree too: its name or its text. */
export function focusedElement(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const { labels } = element as HTMLInputElement;
    return `${element?.tagName} ${labels?.[0]?.textContent ?? element?.textContent?.slice(0, 20)}`;
  });
}
