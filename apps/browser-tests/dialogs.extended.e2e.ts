import { chromium, type Browser } from 'playwright-core';
import { describeInBrowser, launchOptions } from './support/chromium';
import { Product } from './support/product';
import { useBrowser } from './support/fixture';
import { waitTwoFrames } from './support/visit';
import { Visit } from './support/visit';

describeInBrowser('a dialog in a browser whose scrollbars take up space', () => {
  let browser: Browser;
  let owner: Visit;

  beforeAll(async () => {
    browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
    owner = await Visit.open(browser, Product.shared());
    await owner.createAccount('Scroll bars');
  });
  afterAll(async () => {
    await browser.close();
  });

  it.each([
    ['long', '/app/developer', 'Create key'],
    ['short', '/app/board', '?'],
  ])('does not shift the content of a %s page, and its overlay covers the page', async (_, path, opener) => {
    const { page } = owner;
    await owner.goTo(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const right = () => page.evaluate(() => document.getElementById('main')!.getBoundingClientRect().right);
    const before = await right();
    if (opener === '?') await page.keyboard.press('?');
    else await page.getByRole('button', { name: opener }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await right()).toBe(before);
    const overlayWidth = await page
      .locator('.mantine-Modal-overlay')
      .evaluate((overlay) => overlay.clientWidth);
    expect(overlayWidth).toBe(await page.evaluate(() => innerWidth));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await right()).toBe(before);
    expect(owner.errors).toEqual([]);
  });
});

describeInBrowser('Escape while the focus is not in the dialog', () => {
  const fixture = useBrowser();

  it('closes the dialog, and leaves the selection and the open item as they are', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Escape');
    await owner.createItems('One', 'Two');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await owner.row('Two').getByRole('checkbox').check();
    await owner.row('One').click();
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.locator(':focus').evaluate((focused: HTMLElement) => focused.blur());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate(waitTwoFrames);
    expect(await owner.row('Two').getByRole('checkbox').isChecked()).toBe(true);
    expect(await panel.isVisible()).toBe(true);
  });
});

describeInBrowser('a dialog on a page that can load no more scripts', () => {
  const fixture = useBrowser();

  it('opens, and keeps the text typed on the page', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Nothing more');
    await owner.createItems('Open me');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    await owner.row('Open me').click();
    const title = page.getByRole('region', { name: 'Feedback item' }).getByRole('textbox', { name: 'Title' });
    await title.fill('Half written');
    await page.waitForFunction(hasLoadedDialogs);
    await page.route(/\.js$/, (route) => route.abort());
    await page.getByRole('button', { name: 'New item' }).click();
    const dialog = page.getByRole('dialog', { name: 'New item' });
    const titleField = dialog.getByRole('textbox', { name: 'Title' });
    await titleField.fill('Heard elsewhere');
    await owner.context.clearCookies();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    expect([await title.inputValue(), await titleField.inputValue()]).toEqual([
      'Half written',
      'Heard elsewhere',
    ]);
  });
});

/** Runs in the page. True if the scripts of the dialogs, which start to load when an item opens, are there. */
function hasLoadedDialogs(): boolean {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
  return (
    loaded.some((name) => name.includes('/tags-field-')) &&
    preloaded.every(({ href }) => loaded.includes(href))
  );
}
