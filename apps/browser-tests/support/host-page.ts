import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Product } from './product';
import type { Scene } from './fixture';
import { Visit } from './visit';

export interface ForeignPage {
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
export type Attributes = Readonly<Record<string, string>>;

export interface Passenger extends Visit {
  /** What the widget has put into the page, which the locators of Playwright look into. */
  readonly button: Locator;
  readonly dialog: Locator;
}

const BODY = `<main><h1>A page of others</h1><p>With a <a href="#there">link</a> and
<button>a button</button>.</p></main>`;

/** Somebody else's site: another origin, and another site as well, with a policy that allows the service alone. */
export function foreignSite(stage: Scene) {
  let server: Server;
  let page: ForeignPage = {};
  let scripts: readonly Attributes[] = [];
  let visits: Visit[] = [];

  const html = () => {
    const {
      doctype = '<!doctype html>',
      head = '',
      body = BODY,
      scriptsIn = 'body',
      scheme = 'light dark',
    } = page;
    const tags = scripts
      .map((attributes) => {
        const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
        return `<script src="${stage.product.origin}/widget.js"${written.join('')}${scriptsIn === 'body' ? ' async' : ''}></script>`;
      })
      .join('');
    return `${doctype}<html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title>
${scheme && `<meta name="color-scheme" content="${scheme}">`}<meta name="viewport" content="width=device-width, initial-scale=1">${scriptsIn === 'head' ? tags : ''}${head}</head>
<body>${body}${scriptsIn === 'body' ? tags : ''}</body></html>`;
  };
  const strictest = () => {
    const { origin } = stage.product;
    return `default-src 'none'; script-src ${origin}; connect-src ${origin}`;
  };

  beforeAll(async () => {
    server = createServer((_, response) => {
      const policy = page.policy ?? strictest();
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html());
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void server.close());
  afterEach(async () => {
    const allowed = `left the origin: ${stage.product.origin}/`;
    const faults = visits.flatMap((visit) => visit.faults).filter((fault) => !fault.startsWith(allowed));
    await Promise.all(visits.map((visit) => visit.context.close()));
    visits = [];
    expect(faults).toEqual([]);
  });

  return {
    /** Somebody on such a page. @param before what is to be done in the window first */
    async visit(
      attributes: Attributes | readonly Attributes[],
      shown: ForeignPage = {},
      options: BrowserContextOptions = {},
      before: (page: Page) => Promise<unknown> = async () => {},
    ): Promise<Passenger> {
      page = shown;
      scripts = [attributes].flat() as Attributes[];
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const visit = await Visit.begin(stage.browser, { origin } as Product, options);
      visits.push(visit);
      await before(visit.page);
      await visit.goTo('/');
      const host = visit.page.locator('html > aside');
      return Object.assign(visit, {
        button: host.locator('> button'),
        dialog: host.getByRole('dialog'),
      });
    },
  };
}

/** What has reached an account, and what waits for its owner. */
export interface Arrived {
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly source: string;
}

export async function arrived(owner: Visit): Promise<readonly Arrived[]> {
  return (await owner.ask<{ data: Arrived[] }>('GET', 'feedback')).data;
}

/** The element that has the focus, inside of the shadow tree too: its name or its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const { labels } = element as HTMLInputElement;
    return `${element?.tagName} ${labels?.[0]?.textContent ?? element?.textContent?.slice(0, 20)}`;
  });
}
