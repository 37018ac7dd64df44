import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

describeInBrowser('the command palette', () => {
  const fixture = useBrowser();

  it('finds and runs an action of the page with the keyboard alone', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Commands');
    const { page } = owner;
    await owner.callApi('POST', 'feedback', { title: 'Dark mode' });
    await owner.goTo('/app/inbox');
    await page.getByText('Dark mode').waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    const search = palette.getByRole('combobox', { name: 'Commands' });
    await search.waitFor();
    await palette.getByRole('option', { name: 'Set status to Planned 2' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('commands');

    await page.keyboard.type('new item');
    const options = palette.getByRole('option');
    expect(await options.count()).toBe(1);
    const active = await search.getAttribute('aria-activedescendant');
    expect(await options.first().getAttribute('id')).toBe(active);
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: 'New item' })
      .getByLabel('Title')
      .and(page.locator(':focus'))
      .waitFor();
    expect(await page.getByLabel('Title').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    expect(await palette.count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('also opens while typing, chooses with arrow keys, and closes without running anything', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('More commands');
    const { page } = owner;
    await owner.goTo('/app/inbox');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    const field = page.getByRole('searchbox', { name: 'Search' });
    await field.focus();
    await page.keyboard.press('Control+k');
    await palette.locator(':focus').waitFor();
    await page.keyboard.type('no such command');
    await palette.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.press('Control+k');
    await palette.locator(':focus').waitFor();
    await page.keyboard.type('go to');
    const selected = () => palette.getByRole('option', { selected: true }).innerText();
    const [first, second] = await palette.getByRole('option').allInnerTexts();
    expect(await selected()).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await selected()).toBe(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await selected()).not.toBe(first);
    await search(page, 'go to security log');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Security log', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await search(page, 'appearance dark');
    await palette.getByRole('option', { name: 'Set appearance to Dark' }).click();
    await page.locator('[data-mantine-color-scheme=dark]').waitFor();
  });

  it('finds items, and opens one with the keyboard', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Find items');
    const { page } = owner;
    await owner.createItems('Dark mode', 'Export as CSV', 'Dark mode');
    await owner.goTo('/app/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    const searches: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/feedback?') && request.url().includes('q=')) searches.push(request.url());
    });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.locator(':focus').waitFor();
    await page.keyboard.type('dark mode');
    const items = palette.getByRole('group', { name: 'Items' }).getByRole('option');
    await items.nth(1).waitFor();
    expect(await items.count()).toBe(2);
    // Not one for each key.
    expect(searches.length).toBeLessThan('dark mode'.length);
    await owner.expectAccessible();
    await owner.expectFits('commands-items');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByText('You created the item').waitFor();
    await page.keyboard.press('Control+k');
    await search(page, 'copy form link');
    await page.keyboard.press('Enter');
    await page.getByText('Form link copied.').waitFor();
  });
});

const search = (page: Page, text: string) => page.getByRole('combobox', { name: 'Commands' }).fill(text);
