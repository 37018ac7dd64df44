import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { receivedItems, useHostSite, type WidgetVisit } from './support/host-page';
import { useBrowser } from './support/fixture';
import { FRAMEWORKS, useFrameworkModules, waitForFramework } from './support/framework-page';
import { publishRoadmap } from './support/public-roadmap';

/** Records the keys for which a listener of the page would run a shortcut. */
const listenForShortcuts = (page: Page) =>
  page.addInitScript(() => {
    const shortcuts: string[] = [];
    Object.assign(window, { shortcuts });
    for (const type of ['keydown', 'keypress', 'keyup'] as const)
      document.addEventListener(type, ({ key, target }) => {
        const isField = target instanceof Element && target.matches('input, textarea');
        if (!isField) shortcuts.push(`${type} ${key}`);
      });
  });

const openByCode = ({ page }: WidgetVisit) =>
  page.evaluate(() => (window as unknown as { feedbackWidget: { open(): void } }).feedbackWidget.open());

/** form.md 8, public.md 8 */
describeInBrowser('the widget on a page with a framework', () => {
  const fixture = useBrowser();
  const site = useHostSite(fixture);
  useFrameworkModules();

  async function owner(name: string) {
    const visit = await fixture.visit();
    return { visit, 'data-slug': (await visit.createAccount(name)).slug };
  }
  async function send({ dialog }: WidgetVisit, title: string) {
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Thanks for your feedback').waitFor();
  }

  describe.each(FRAMEWORKS)('%s', (framework) => {
    async function page(name: string, isLate: boolean) {
      const { visit: of, ...attributes } = await owner(`${name} ${framework}`);
      await publishRoadmap(of, ['Faster']);
      const roadmap = { file: 'roadmap.js', 'data-target': '#roadmap', ...attributes };
      return { of, visit: await site.visit([attributes, roadmap], { app: { framework, isLate } }) };
    }
    const card = ({ page }: WidgetVisit) => page.locator('#roadmap').getByRole('link', { name: 'Faster' });

    it('hydrates the page as if there were no widget and no roadmap', async () => {
      const { of, visit } = await page('First', false);
      await card(visit).waitFor();
      await visit.button.click();
      await send(visit, 'After hydration');
      await visit.dialog.getByRole('button', { name: 'Close' }).click();
      await waitForFramework(visit.page);
      expect(await visit.page.evaluate('window.recovered ?? []')).toEqual([]);
      expect(await receivedItems(of)).toMatchObject([{ title: 'After hydration' }, {}]);
    });

    it('can start later than the widget and the roadmap', async () => {
      const { of, visit } = await page('Late', true);
      await visit.button.waitFor();
      await card(visit).waitFor();
      await visit.page.evaluate(() => dispatchEvent(new Event('start')));
      await waitForFramework(visit.page);
      await card(visit).waitFor();
      await visit.button.click();
      await send(visit, 'Still there');
      expect(await receivedItems(of)).toMatchObject([{ title: 'Still there' }, {}]);
    });
  });

  it.each([
    ['closed', false],
    ['open', true],
  ])('comes back after the page has replaced its root element: %s', async (name, isOpen) => {
    const { visit: of, ...attributes } = await owner(`Replaced root ${name}`);
    const visit = await site.visit(attributes);
    await visit.button.waitFor();
    if (isOpen) {
      await visit.button.click();
      await visit.dialog.getByLabel('Title').waitFor();
    }
    await visit.page.evaluate(() => {
      const rendered = document.createElement('html');
      rendered.append(document.head, document.body);
      document.documentElement.replaceWith(rendered);
    });
    await visit.button.waitFor();
    await openByCode(visit);
    await send(visit, 'Back');
    expect(await receivedItems(of)).toMatchObject([{ title: 'Back' }]);
  });

  it('comes back with `open()` after the page has removed it', async () => {
    const { visit: of, ...attributes } = await owner('Removed');
    const visit = await site.visit(attributes);
    await visit.button.click();
    await visit.dialog.getByLabel('Title').waitFor();
    await visit.page.evaluate(() => document.querySelector('aside')!.remove());
    await openByCode(visit);
    await send(visit, 'Back again');
    expect(await visit.button.isVisible()).toBe(true);
    expect(await receivedItems(of)).toMatchObject([{ title: 'Back again' }]);
  });

  it('is added if its script is loaded later than the page', async () => {
    const { visit: _, ...attributes } = await owner('Late');
    const visit = await site.visit([]);
    const src = `${fixture.product.origin}/widget.js`;
    await visit.page.evaluate(
      ([url, slug]) => {
        const script = Object.assign(document.createElement('script'), { src: url });
        script.dataset['slug'] = slug!;
        document.head.append(script);
      },
      [src, attributes['data-slug']],
    );
    await visit.button.waitFor();
  });

  it('keeps keys in its dialog from listeners of the page, and passes on all others', async () => {
    const { visit: _, ...attributes } = await owner('Shortcuts');
    const visit = await site.visit(attributes, {}, {}, listenForShortcuts);
    const { page, button, dialog } = visit;
    await button.click();
    for (const field of ['Title', 'Details', 'Email']) {
      await dialog.getByLabel(field).focus();
      await page.keyboard.type('f?');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // The key that closes the dialog is released outside of it.
    expect(await page.evaluate('shortcuts')).toEqual(['keyup Escape']);
    await page.keyboard.press('g');
    expect(await page.evaluate('shortcuts.slice(1)')).toEqual(['keydown g', 'keypress g', 'keyup g']);
  });

  it('shows text in its direction', async () => {
    const { visit: of, ...attributes } = await owner('Directions');
    await of.callApi('PATCH', 'form', { thanks: 'תודה' });
    const visit = await site.visit(attributes);
    const { button, dialog } = visit;
    await button.click();
    const directionOf = (label: string, text: string) => {
      const field = dialog.getByLabel(label);
      return field.fill(text).then(() => field.evaluate((element) => getComputedStyle(element).direction));
    };
    for (const label of ['Title', 'Details']) {
      expect(await directionOf(label, 'Dark mode')).toBe('ltr');
      expect(await directionOf(label, 'מצב כהה')).toBe('rtl');
    }
    await send(visit, 'מצב כהה');
    const thanks = dialog.getByText('תודה');
    expect(await thanks.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  it('works as a module', async () => {
    const { visit: of, ...attributes } = await owner('Module');
    const visit = await site.visit({ ...attributes, type: 'module', 'data-label': 'Tell us' });
    await visit.page.getByRole('button', { name: 'Tell us' }).click();
    await send(visit, 'From a module');
    expect(await receivedItems(of)).toMatchObject([{ title: 'From a module' }]);
  });
});
