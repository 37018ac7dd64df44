import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { focusedElement, useHostSite } from './support/host-page';
import { publishRoadmap } from './support/public-roadmap';
import { waitUntil } from './support/visit';

const TITLES = [
  'Dark mode for the editor',
  'إضافة الوضع الداكن إلى جميع صفحات التطبيق بما في ذلك صفحة الإعدادات',
  `"'><img src=x onerror="window.hurt=1">`,
];
const HOSTILE_STYLE = `* { all: unset !important; display: none !important; color: red !important }
html, body, main, #here { display: block !important; font: 20px serif !important }`;

/** public.md 8 */
describeInBrowser('the roadmap on another website', () => {
  const fixture = useBrowser();
  const site = useHostSite(fixture);

  async function owner(name: string, titles = TITLES) {
    const visit = await fixture.visit();
    const { slug } = await visit.createAccount(name);
    await publishRoadmap(visit, titles);
    return { file: 'roadmap.js', 'data-slug': slug };
  }

  it('is behind its script, accessible in both schemes, under a policy that allows only the service', async () => {
    const script = await owner('Embedded');
    const visit = await site.visit(script, { body: '<main><h1>What we do</h1>' });
    const roadmap = visit.page.locator('script + div').getByRole('region', { name: 'Embedded roadmap' });
    await roadmap.getByRole('heading', { name: 'Planned 2' }).waitFor();
    await roadmap.getByRole('heading', { name: 'Shipped 1 In the last 90 days' }).waitFor();
    await roadmap.getByText('Nothing right now.').waitFor();
    expect(await roadmap.getByRole('link').allInnerTexts()).toEqual(
      [TITLES[2], TITLES[0], TITLES[1]].map((title) => `${title}\nRequested by 1 person · Moved today`),
    );
    expect(await visit.page.evaluate('window.hurt')).toBeUndefined();
    await visit.expectAccessible();
    await visit.expectFits('embedded-roadmap');
  });

  it('leads to a card with the keyboard', async () => {
    const { page } = await site.visit(await owner('Keys', ['Faster']), { body: '<main><h1>What we do</h1>' });
    await page.getByRole('link').waitFor();
    await page.keyboard.press('Tab');
    expect(await focusedElement(page)).toMatch(/^A Faster/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${fixture.product.origin}/f/*/items/*`);
  });

  it('speaks a language from right to left, also on the pages that it links to', async () => {
    const attributes = { ...(await owner('Arabic')), 'data-lang': 'ar' };
    const { page } = await site.visit(attributes, { body: '<main><h1>What we do</h1>' });
    const roadmap = page.getByRole('region');
    await roadmap.waitFor();
    const [first, last] = await Promise.all(
      [roadmap.getByRole('heading').first(), roadmap.getByRole('heading').last()].map((one) =>
        one.boundingBox(),
      ),
    );
    expect(first!.x).toBeGreaterThan(last!.x);
    const titleIn = (text: string) =>
      roadmap.getByText(text).evaluate((element) => getComputedStyle(element).direction);
    expect([await titleIn(TITLES[0]!), await titleIn(TITLES[1]!)]).toEqual(['ltr', 'rtl']);
    await roadmap.getByRole('link').first().click();
    await page.locator('html[lang=ar]').waitFor();
  });

  it('is in an element, with its font and without other styles, and with the theme of its script', async () => {
    const script = await owner('Target', ['Faster']);
    const body = '<main><h1>What we do</h1><div id="here"></div>';
    const head = `<style>${HOSTILE_STYLE}</style>`;
    const policy = `script-src ${fixture.product.origin}`;
    for (const [theme, scheme, color] of [
      [undefined, 'light', 'rgb(24, 27, 34)'],
      [undefined, 'dark', 'rgb(236, 238, 243)'],
      ['dark', 'light', 'rgb(236, 238, 243)'],
      ['light', 'dark', 'rgb(24, 27, 34)'],
    ] as const) {
      const attributes = { ...script, 'data-target': '#here', ...(theme && { 'data-theme': theme }) };
      const { page } = await site.visit(attributes, { body, head, policy }, { colorScheme: scheme });
      const heading = page.locator('#here').getByRole('heading', { name: 'Planned' });
      await heading.waitFor();
      const style = await heading.evaluate((element) => {
        const { color, fontFamily, fontSize } = getComputedStyle(element);
        return { color, fontFamily, fontSize };
      });
      expect([theme, scheme, style]).toEqual([
        theme,
        scheme,
        { color, fontFamily: 'serif', fontSize: '20px' },
      ]);
    }
  });

  it('leaves the content of the element without a roadmap, and says why in the console', async () => {
    const visit = await fixture.visit();
    const { slug } = await visit.createAccount('No roadmap');
    const warnings: string[] = [];
    const attributes = { file: 'roadmap.js', 'data-slug': slug, 'data-target': '#here' };
    const body = '<main><h1>What we do</h1><div id="here">Our plans</div>';
    const { page } = await site.visit(attributes, { body }, {}, async (opened) => {
      opened.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    });
    await waitUntil(async () => warnings.length > 0);
    expect(warnings).toEqual([`${fixture.product.origin}/roadmap.js Roadmap not found`]);
    expect(await page.getByText('Our plans').isVisible()).toBe(true);
  });

  it('comes back when the page renders the element later, or again', async () => {
    const attributes = { ...(await owner('Later', ['Faster'])), 'data-target': '#here' };
    const { page } = await site.visit(attributes, { body: '<main><h1>What we do</h1></main>' });
    await page.waitForLoadState('networkidle');
    for (const turn of [1, 2]) {
      await page.evaluate((id) => {
        document.querySelector('#here')?.remove();
        const element = Object.assign(document.createElement('div'), { id: 'here', className: `turn-${id}` });
        element.append(Object.assign(document.createElement('p'), { textContent: 'Loading' }));
        document.querySelector('main')!.append(element);
      }, turn);
      await page.locator(`.turn-${turn}`).getByRole('link', { name: 'Faster' }).waitFor();
      expect(await page.getByText('Loading').isVisible()).toBe(false);
    }
  });
});

/** public.md 8 */
describeInBrowser('the changelog on another website', () => {
  const fixture = useBrowser();
  const site = useHostSite(fixture);
  const body = '<main><h1>What we do</h1>';
  const entry = (id: number, title: string) => ({
    id,
    title,
    url: `https://feedback.example.com/f/acme/changelog/${id}`,
    published_at: `2026-03-0${id}T09:00:00.000Z`,
  });
  let data = [entry(2, 'الوضع الداكن'), entry(1, 'Faster search')];

  const serveEntries = (page: Page) =>
    page.context().route('**/f/acme/changelog.json*', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          data,
          title: 'Änderungen bei Acme',
          new: { one: '{n} neue', other: '{n} neue' },
          url: 'https://acme.example/changelog',
          language: 'de',
          direction: 'ltr',
        },
      }),
    );

  it('counts what is not read, remembers it in the page, and works with the keyboard', async () => {
    const script = { file: 'changelog.js', 'data-slug': 'acme' };
    const visit = await site.visit(script, { body }, {}, serveEntries);
    const { page } = visit;
    const changelog = page.getByRole('region', { name: 'Änderungen bei Acme' });
    const count = changelog.locator('mark');
    await count.waitFor();
    expect(await count.textContent()).toBe('2 neue');
    await visit.expectAccessible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await count.waitFor({ state: 'hidden' });
    expect(await changelog.getByRole('link').allInnerTexts()).toEqual([
      'الوضع الداكن\n2. März 2026',
      'Faster search\n1. März 2026',
    ]);
    await visit.expectAccessible();
    await visit.expectFits('embedded-changelog');
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      'https://acme.example/changelog': '2026-03-02T09:00:00.000Z',
    });
    data = [entry(3, 'Export'), ...data];
    await page.reload();
    await count.waitFor();
    expect(await count.textContent()).toBe('1 neue');
    expect(await visit.context.cookies()).toEqual([]);
  });

  it('says why in the console if the response has no data', async () => {
    const warnings: string[] = [];
    const script = { file: 'changelog.js', 'data-slug': 'acme', 'data-lang': 'de&x' };
    const paths: string[] = [];
    await site.visit(script, { body }, {}, async (opened) => {
      opened.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      await opened.context().route('**/f/acme/changelog.json*', (route) => {
        paths.push(new URL(route.request().url()).search);
        return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: {} });
      });
    });
    await waitUntil(async () => warnings.length > 0);
    expect(warnings).toEqual([`${fixture.product.origin}/changelog.js No data`]);
    expect(paths).toEqual(['?lang=de%26x']);
  });

  it('works with a full storage', async () => {
    const script = { file: 'changelog.js', 'data-slug': 'acme' };
    const errors: string[] = [];
    const { page } = await site.visit(script, { body }, {}, async (opened) => {
      await serveEntries(opened);
      opened.on('pageerror', ({ message }) => errors.push(message));
      await opened.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('Full', 'QuotaExceededError');
        };
      });
    });
    const count = page.locator('mark');
    await count.click();
    await count.waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
  });

  it('works without storage', async () => {
    const script = { file: 'changelog.js', 'data-slug': 'acme' };
    const { page } = await site.visit(script, { body }, {}, async (opened) => {
      await serveEntries(opened);
      await opened.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('Denied', 'SecurityError');
          },
        }),
      );
    });
    const count = page.locator('mark');
    await count.click();
    await page.getByRole('link', { name: 'Faster search' }).waitFor();
    await count.waitFor({ state: 'hidden' });
  });
});
