import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Product } from './product';
import { closed, type BrowserFixture } from './fixture';
import { frameworkHtml, frameworkModule, type FrameworkPage } from './framework-page';
import { Visit } from './visit';

interface HostPage {
  readonly head?: string;
  readonly body?: string;
  /** The `color-scheme` of the page: both by default, none if empty. */
  readonly scheme?: string;
  readonly doctype?: string;
  /** Where the scripts are. */
  readonly scriptsIn?: 'head' | 'body';
  /** The complete policy; by default the strictest that the widget works with. */
  readonly policy?: string;
  /** A page of a framework, with the scripts in its head, instead of the rest. */
  readonly app?: FrameworkPage;
}

/** The attributes of a script of the service. `file` is its name, by default `widget.js`. */
type ScriptAttributes = Readonly<Record<string, string>>;

export interface WidgetVisit extends Visit {
  /** The elements of the widget; Playwright locators reach into its shadow root. */
  readonly button: Locator;
  readonly dialog: Locator;
}

const DEFAULT_BODY = `<main><h1>A page of others</h1><p>With a <a href="#there">link</a> and
<button>a button</button>.</p></main>`;

/** A website on another origin and another site, with a policy that allows only the service. */
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
      app,
    } = page;
    const tags = scripts
      .map(({ file = 'widget.js', ...attributes }) => {
        const attributeText = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
        return `<script src="${fixture.product.origin}/${file}"${attributeText.join('')}${app || scriptsIn === 'body' ? ' async' : ''}></script>`;
      })
      .join('');
    if (app) return frameworkHtml(app, tags);
    return `${doctype}<html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title>
${scheme && `<meta name="color-scheme" content="${scheme}">`}<meta name="viewport" content="width=device-width, initial-scale=1">${scriptsIn === 'head' ? tags : ''}${head}</head>
<body>${body}${scriptsIn === 'body' ? tags : ''}</body></html>`;
  };
  const strictestPolicy = () => {
    const { origin } = fixture.product;
    return `default-src 'none'; script-src ${origin}${page.app ? " 'self'" : ''}; connect-src ${origin}`;
  };

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const module = frameworkModule(url);
      if (module) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(module);
      const policy = page.policy ?? strictestPolicy();
      const headers = { 'content-type': 'text/html', 'content-security-policy': policy };
      return response.writeHead(200, headers).end(html());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());
  afterEach(async () => {
    const allowedPrefix = `left the origin: ${fixture.product.origin}/`;
    const errors = visits
      .flatMap((visit) => visit.errors)
      .filter((error) => !error.startsWith(allowedPrefix));
    await Promise.all(visits.map(closed));
    visits = [];
    expect(errors).toEqual([]);
  });

  return {
    /** Opens such a page. @param prepare runs first in the new window */
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

/** The fields of a feedback item that tests read. */
interface ReceivedItem {
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly source: string;
}

export async function receivedItems(owner: Visit): Promise<readonly ReceivedItem[]> {
  return (await owner.callApi<{ data: ReceivedItem[] }>('GET', 'feedback')).data;
}

/** The focused element, also in a shadow tree: its tag, and its label or text. */
export function focusedElement(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const { labels } = element as HTMLInputElement;
    return `${element?.tagName} ${labels?.[0]?.textContent ?? element?.textContent?.slice(0, 20)}`;
  });
}
