import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { RenderedMail } from '../../src/mail/mail.template';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Also for large text, for which WCAG requires less. */
const SAME_CONTRAST = `axe.configure({ checks: [{ id: 'color-contrast', options: {
  contrastRatio: { normal: { expected: 4.5 }, large: { expected: 4.5 } } } }] })`;
const CONTRAST = `axe.run({ runOnly: ['color-contrast'] }).then(({ violations }) =>
  violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => html + ' ' + any[0].message)))`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Displays messages in Chromium, one after the other. Collects the URLs that they would load in `requests`. */
export async function openMailPage(browser: Browser, requests: string[]): Promise<Page> {
  const page = await browser.newPage();
  page.on('request', (request) => requests.push(request.url()));
  await page.route('**', (route) => route.abort());
  return page;
}

/** Returns the texts whose contrast with their background is below 4.5. */
export async function lowContrast(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(`${AXE}; ${SAME_CONTRAST}`);
  return page.evaluate<string[]>(CONTRAST);
}

/** By how many pixels the message is wider than the window. */
export const overflow = (page: Page): Promise<number> => page.evaluate<number>(OVERFLOW);

/** The side of the message to which its button is closer. */
export async function startsAt(page: Page): Promise<'left' | 'right'> {
  const { x, width } = (await page.getByRole('link').first().boundingBox())!;
  return x < page.viewportSize()!.width - x - width ? 'left' : 'right';
}

/** What a mail program displays that supports no styles. */
export const withoutStyles = (html: string): string =>
  html.replace(/<style>.*?<\/style>/s, '').replace(/ style="[^"]*"/g, '');

/** The text of a page as one line. */
export const shownText = async (page: Page): Promise<string> =>
  (await page.locator('body').innerText()).replace(/\s+/g, ' ');

/** The URLs of all links, each once, in the order of the page. */
export async function linksOf(page: Page): Promise<string[]> {
  const links = await page.locator('a').all();
  const urls = await Promise.all(links.map((link) => link.getAttribute('href')));
  return [...new Set(urls.map(String))];
}

/** The URLs of the text part. */
export const linksOfText = ({ text }: RenderedMail): string[] => text.match(/https:\/\/\S+/g) ?? [];

/** The sentences, titles, and labels of the text part, without marks and URLs. */
export const sentencesOf = ({ text }: RenderedMail): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(> ?|- |--$)/, '')
        .replace(/(: )?https:\S+$|\s?:$/, '')
        .replace(/\s/g, ' '),
    )
    .filter((line) => line !== '');
