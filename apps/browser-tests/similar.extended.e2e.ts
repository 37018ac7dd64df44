import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import type { Visit } from './support/visit';

/** similar.md 3 */
describeInBrowser('similar items', () => {
  const fixture = useBrowser();
  const TITLES = [
    'Export invoices as CSV',
    'Dark mode',
    'Please add a dark theme (dark mode)',
    'Slow search',
  ];

  async function openInbox(name: string): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems(...TITLES);
    await owner.goTo('/app/inbox');
    return owner;
  }
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Feedback item' });
  const similarIn = (page: Page) => page.getByRole('region', { name: 'Similar items' });

  it('are in the panel of an item, and a link opens them there', async () => {
    const owner = await openInbox('Similar panel');
    const { page } = owner;
    await owner.row('Dark mode').last().click();
    const link = similarIn(page).getByRole('link');
    await link.waitFor();
    expect(await link.allTextContents()).toEqual(['Please add a dark theme (dark mode)']);
    expect(await similarIn(page).getByRole('listitem').textContent()).toMatch(/New · /);
    await owner.expectAccessible();
    await owner.expectFits('similar-panel');
    await link.focus();
    await page.keyboard.press('Enter');
    await similarIn(page).getByRole('link', { name: 'Dark mode', exact: true }).waitFor();
    const title = panelOf(page).getByRole('textbox', { name: 'Title' });
    expect(await title.inputValue()).toBe('Please add a dark theme (dark mode)');
    expect(await page.evaluate(() => document.activeElement?.matches('[data-panel]'))).toBe(true);
    await owner.row('Please add a dark theme').and(page.locator('[data-cursor]')).waitFor();
  });

  it('are not in the panel of an item without any', async () => {
    const owner = await openInbox('Similar none');
    const { page } = owner;
    const response = page.waitForResponse((one) => one.url().endsWith('/similar'));
    await owner.row('Slow search').click();
    expect((await response).status()).toBe(200);
    await page.waitForLoadState('networkidle');
    expect(await similarIn(page).count()).toBe(0);
  });

  it('appear while someone types the title of a new item, are announced, and open', async () => {
    const owner = await openInbox('Similar dialog');
    const { page } = owner;
    await page.getByRole('button', { name: 'New item' }).click();
    const dialog = page.getByRole('dialog', { name: 'New item' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('dark mode pls');
    await similarIn(page).waitFor();
    expect(await dialog.getByRole('status').textContent()).toBe('2 similar items found');
    await owner.expectAccessible();
    await owner.expectFits('similar-dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Offline');
    await similarIn(page).waitFor({ state: 'detached' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('CSV export of invoices');
    await similarIn(page).getByRole('link', { name: 'Export invoices as CSV' }).click();
    await dialog.waitFor({ state: 'detached' });
    const title = panelOf(page).getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    expect(await title.inputValue()).toBe('Export invoices as CSV');
    await page.getByRole('button', { name: 'New item' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('CSV export of invoices');
  });

  it('do not stop someone from creating an item if they fail to load', async () => {
    const owner = await openInbox('Similar failing');
    const { page } = owner;
    await page.route(/feedback\/similar/, (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('button', { name: 'New item' }).click();
    const dialog = page.getByRole('dialog', { name: 'New item' });
    const failed = page.waitForResponse(/feedback\/similar/);
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Dark mode again');
    await failed;
    await dialog.getByRole('button', { name: 'Create item' }).click();
    await owner.row('Dark mode again').waitFor();
  });
});
