import type { Download, Page, Response } from 'playwright-core';
import type { BrowserFixture } from './fixture';
import type { Visit } from './visit';

interface ReferenceVisit {
  readonly visit: Visit;
  readonly page: Page;
  readonly key: string;
}

/**
 * Creates an account with these items and a key, and opens the reference with all other origins blocked. Visits fail
 * for requests to other origins and for policy violations, which Chromium logs.
 */
export async function openReference(
  fixture: BrowserFixture,
  name: string,
  operationId = '',
  ...titles: string[]
): Promise<ReferenceVisit> {
  const visit = await fixture.visit({ viewport: { width: 1280, height: 900 } });
  await visit.createAccount(name);
  await visit.createItems(...titles);
  const issue = { name: 'Playground', permission: 'full' };
  const { data } = await visit.callApi<{ data: { secret: string } }>('POST', 'keys', issue);
  await visit.context.clearCookies();
  await visit.context.route(
    (url) => url.origin !== fixture.product.origin,
    (route) => route.abort(),
  );
  await visit.goTo(`/docs${operationId && `#${operationId}`}`);
  // While the document loads, another heading is there.
  await visit.page.locator('#main').getByRole('heading', { level: 1 }).waitFor();
  return { visit, page: visit.page, key: data.secret };
}

export const keyField = (page: Page) => page.getByLabel('API key X-API-Key');
export const textField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const responseRegion = (page: Page) => page.getByRole('region', { name: 'Response' });
export async function openOperation(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Operations' })
    .getByRole('link', { name: new RegExp(`^${name} [A-Z]+$`) })
    .click();
  // Until then, the fields of the previous operation are still there.
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Sends the request and waits until the response shows this status. */
export async function sendRequest(page: Page, status: string): Promise<Response> {
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('/api/v1/')),
    page.getByRole('button', { name: /^Send( in .*)?$/ }).click(),
  ]);
  await responseRegion(page).getByText(status, { exact: true }).waitFor();
  return response;
}

export async function readDownload(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
