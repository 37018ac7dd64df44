import { describeInBrowser } from './support/chromium';
import { receivedItems, useHostSite, type WidgetVisit } from './support/host-page';
import { useBrowser } from './support/fixture';

/** A style sheet that affects every element of the page. */
const HOSTILE = `html { font-size: 99px !important; letter-spacing: 1em; line-height: 3; color: lime }
body *, html > * { font: italic 99px serif !important; color: lime !important; background: red !important;
  border: 9px dotted lime !important; margin: 50px !important; padding: 50px !important; float: left !important;
  z-index: 2147483647; transform: rotate(9deg) !important; filter: invert(1) !important; width: 9px !important;
  text-transform: uppercase !important; pointer-events: none !important; user-select: none !important;
  position: absolute !important; zoom: 3 !important; opacity: .1 !important; cursor: wait !important }
html > :not(head, body), html > * > dialog, dialog, form, label, input, textarea, output {
  display: none !important; visibility: hidden !important }
button { all: unset !important } dialog::backdrop { background: red !important }
aside { content-visibility: hidden !important; clip-path: circle(0) !important; inert: true }
main { position: fixed; inset: 0; z-index: 2147483647 }`;

/** Allows inline styles, which a hostile style sheet needs. */
const policy = (origin: string) =>
  `default-src 'none'; script-src ${origin}; connect-src ${origin}; style-src 'unsafe-inline'`;

/** Position, size, and computed style of every element of the widget. */
const renderedWidget = ({ page }: WidgetVisit) =>
  page.evaluate(() => {
    const root = document.querySelector('html > aside')!.shadowRoot!;
    return [...root.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const computed = getComputedStyle(element);
      const style = [...computed].map((name) => `${name}: ${computed.getPropertyValue(name)}`);
      return { tag: element.tagName, x, y, width, height, style };
    });
  });

describeInBrowser('the widget on a hostile page', () => {
  const fixture = useBrowser();
  const site = useHostSite(fixture);

  async function owner(name: string) {
    const visit = await fixture.visit();
    return { visit, 'data-slug': (await visit.createAccount(name)).slug };
  }

  it('looks and works the same with and without a hostile style sheet', async () => {
    const { visit: of, ...attributes } = await owner('Hostile');
    const shown = { policy: policy(fixture.product.origin) };
    const appearances: unknown[] = [];
    for (const head of ['', `<style>${HOSTILE}</style>`]) {
      const visit = await site.visit(attributes, { ...shown, head });
      await visit.button.waitFor();
      const closed = await renderedWidget(visit);
      await visit.button.click();
      await visit.dialog.getByLabel('Title').waitFor();
      appearances.push([closed, await renderedWidget(visit)]);
      await visit.dialog.getByLabel('Title').fill(`Sent ${appearances.length}`);
      await visit.dialog.getByRole('button', { name: 'Send' }).click();
      await visit.dialog.getByText('Thanks for your feedback').waitFor();
    }
    expect(appearances[1]).toEqual(appearances[0]);
    expect((await receivedItems(of)).map(({ title }) => title)).toEqual(['Sent 2', 'Sent 1']);
  });

  it('adds one element next to the body and one global name, and changes nothing else', async () => {
    const { visit: _, ...attributes } = await owner('Unchanged page');
    const pageState = (visit: WidgetVisit) =>
      visit.page.evaluate(() => ({
        names: Object.getOwnPropertyNames(window).filter((name) => name !== 'feedbackWidget'),
        html: document.body.innerHTML.replace(/<script.*?<\/script>/g, ''),
        styles: [...document.querySelectorAll('body, body :not(script)')].map((element) => [
          ...Object.values(getComputedStyle(element)),
        ]),
        boxes: [...document.querySelectorAll('html, body :not(script)')].map((element) => ({
          ...element.getBoundingClientRect().toJSON(),
        })),
        kept: [document.cookie, localStorage.length, sessionStorage.length],
        size: document.documentElement.scrollHeight,
      }));
    const withoutWidget = await pageState(await site.visit([]));
    const visit = await site.visit(attributes);
    await visit.button.click();
    await visit.dialog.getByRole('button', { name: 'Close' }).click();
    expect(await pageState(visit)).toEqual(withoutWidget);
    expect(
      await visit.page.locator('html > *').evaluateAll((all) => all.map(({ tagName }) => tagName)),
    ).toEqual(['HEAD', 'BODY', 'ASIDE']);
  });

  it.each([
    ['light if the page sets none', { scheme: '' }, 'dark', true],
    ['that of the system if the page supports both', {}, 'dark', false],
    ['dark if the style sheet sets it', { head: '<style>:root{color-scheme:dark}</style>' }, 'light', false],
    ['light if the style sheet sets it', { head: '<style>:root{color-scheme:light}</style>' }, 'dark', true],
  ] as const)('uses the color scheme of the page: %s', async (_, shown, colorScheme, isLight) => {
    const hostPage = { policy: policy(fixture.product.origin), ...shown };
    const { button, dialog } = await site.visit({ 'data-slug': 'any' }, hostPage, { colorScheme });
    await button.click();
    const back = await dialog.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(back === 'rgb(255, 255, 255)').toBe(isLight);
  });

  it('works when trusted types are required', async () => {
    const { visit: of, ...attributes } = await owner('Trusted');
    const { origin } = fixture.product;
    const strictPolicy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`;
    const { button, dialog } = await site.visit(attributes, { policy: strictPolicy });
    await button.click();
    await dialog.getByLabel('Title').fill('Trusted');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Thanks for your feedback').waitFor();
    expect(await receivedItems(of)).toMatchObject([{ title: 'Trusted' }]);
  });

  it.each([
    ['in the head, before the body exists', { scriptsIn: 'head' }],
    ['in quirks mode', { doctype: '' }],
    ['in a page with another base URL', { head: '<base href="https://elsewhere.example/a/">' }],
    ['in a page that takes its global name', { body: '<h1>Taken</h1><form id="feedbackWidget"></form>' }],
    ['in a page that scales its root element', { head: '<style>html{transform:scale(.8)}</style>' }],
    ['in a right-to-left page', { head: '<style>html{direction:rtl}</style>' }],
    ['in a page whose root element is a grid', { head: '<style>html{display:grid;gap:9em}</style>' }],
  ] as const)('works %s', async (name, shown) => {
    const { visit: of, ...attributes } = await owner(name.replace(',', ''));
    const visit = await site.visit(attributes, { policy: policy(fixture.product.origin), ...shown });
    await visit.button.click();
    await visit.dialog.getByLabel('Title').fill('Odd');
    await visit.dialog.getByRole('button', { name: 'Send' }).click();
    await visit.dialog.getByText('Thanks for your feedback').waitFor();
    expect(await receivedItems(of)).toMatchObject([{ title: 'Odd' }]);
  });

  it('works on a page that has changed built-in prototypes and functions', async () => {
    const { visit: of, ...attributes } = await owner('Polluted');
    const { button, dialog } = await site.visit(attributes, {}, {}, (page) =>
      page.addInitScript(() => {
        const { fetch } = window;
        Object.assign(Object.prototype, { each() {}, error: { message: 'Polluted' } });
        Object.assign(Array.prototype, { toJSON: () => 'polluted', last() {} });
        window.fetch = (...given) => fetch(...given);
        window.Promise = class extends Promise<unknown> {} as PromiseConstructor;
      }),
    );
    await button.click();
    await dialog.getByLabel('Title').fill('Clean');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Thanks for your feedback').waitFor();
    expect(await receivedItems(of)).toMatchObject([
      { title: 'Clean', description: null, submitter_email: null },
    ]);
  });

  it('keeps working when the page replaces its body', async () => {
    const { visit: of, ...attributes } = await owner('Replaced');
    const { page, button, dialog } = await site.visit(attributes);
    await button.click();
    await dialog.getByLabel('Title').fill('Still here');
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Thanks for your feedback').waitFor();
    expect(await receivedItems(of)).toMatchObject([{ title: 'Still here' }]);
  });

  it('appears once for a repeated script, and twice for two forms', async () => {
    const one = await owner('First of two');
    const other = await owner('Second of two');
    const first = { 'data-slug': one['data-slug'], 'data-label': 'One' };
    const second = { 'data-slug': other['data-slug'], 'data-label': 'Other', 'data-position': 'bottom-left' };
    const { page } = await site.visit([first, second, first]);
    for (const name of ['Other', 'One']) {
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByLabel('Title').fill(`To ${name}`);
      await dialog.getByRole('button', { name: 'Send' }).click();
      await dialog.getByText('Thanks for your feedback').waitFor();
      await page.keyboard.press('Escape');
    }
    expect(await receivedItems(one.visit)).toMatchObject([{ title: 'To One' }]);
    expect(await receivedItems(other.visit)).toMatchObject([{ title: 'To Other' }]);
    expect(await page.locator('html > aside').count()).toBe(2);
  });

  it('reports a missing form if its script has no slug', async () => {
    const { button, dialog } = await site.visit({ 'data-label': 'Nobody' });
    await button.click();
    await dialog.getByText('Form not found').waitFor();
  });

  it('has a border on its button in forced-colors mode', async () => {
    const { page } = await site.visit({ 'data-slug': 'edge' });
    const launcher = page.getByRole('button', { name: 'Feedback' });
    const dialogEdge = () =>
      launcher.evaluate((button) => {
        const { borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(button);
        return [borderTopWidth, borderTopStyle, borderTopColor === 'rgba(0, 0, 0, 0)'];
      });
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await dialogEdge()).toEqual(['1px', 'solid', false]);
  });

  it('has button text with a contrast of at least 4.5, also for an unknown color', async () => {
    const scripts = ['', 'no-color', 'hsl(20 90% 40%)', 'yellow'].map((color, i) => ({
      'data-slug': `c${i}`,
      ...(color && { 'data-color': color }),
    }));
    const { page } = await site.visit(scripts);
    await page.locator('html > aside').nth(3).waitFor({ state: 'attached' });
    const contrasts = await page.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      const luminance = (color: string) => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const bytes = [...context.getImageData(0, 0, 1, 1).data];
        if (bytes[3] !== 255) throw new Error(`${color} covers nothing`);
        const [r, g, b] = bytes.map((byte) =>
          byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
        ) as [number, number, number];
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (button: Element) => {
        const { color, backgroundColor } = getComputedStyle(button);
        const [one, other] = [luminance(color), luminance(backgroundColor)];
        return {
          pair: `${color} on ${backgroundColor}`,
          by: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05),
        };
      };
      const hosts = [...document.querySelectorAll('html > aside')].map(({ shadowRoot }) => shadowRoot!);
      const shown = hosts.map((root) => contrast(root.querySelector(':host > button')!));
      // Applies the widget's rule to colors from the whole range and around the threshold between white and black text.
      // Scripts load in any order, and a widget without a known color has no such rule.
      const rules = hosts.flatMap((root) => [...root.adoptedStyleSheets[0]!.cssRules] as CSSStyleRule[]);
      const text = rules.map(({ style }) => style?.color ?? '').find((color) => color.includes('calc('))!;
      const probe = hosts[0]!.querySelector<HTMLElement>(':host > button')!;
      for (let i = 0; i < 6000; i++) {
        const color = `#${((i * 0x9e3779b1) >>> 8).toString(16).padStart(6, '0')}`;
        const isNearThreshold = Math.abs(luminance(color) - 0.18) < 0.02;
        if (i > 400 && !isNearThreshold) continue;
        probe.style.background = color;
        probe.style.color = text.replace(/from .*? xyz/, `from ${color} xyz`);
        shown.push(contrast(probe));
      }
      return shown;
    });
    expect(contrasts.length).toBeGreaterThan(600);
    expect(contrasts.filter(({ by }) => by < 4.5)).toEqual([]);
  });
});
