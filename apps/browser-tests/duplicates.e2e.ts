import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** duplicates.md, in the dashboard */
describeInBrowser('duplicates', () => {
  const fixture = useBrowser();

  it('are merged with one search, one selection, and one key, and restored with Undo', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Duplicates');
    const { page } = owner;
    for (const title of ['Dark mode', 'dark mode please', 'Dark theme mode', 'Export as CSV']) {
      await owner.callApi('POST', 'feedback', { title });
    }
    await owner.goTo('/app/inbox?q=dark+mode');
    const rows = page.getByRole('row');
    await rows.nth(2).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge 3 items into' });
    await dialog.getByRole('option', { name: 'Dark mode' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('merge-dialog');
    expect(await dialog.getByRole('option', { selected: true }).innerText()).toContain('Dark mode');
    await page.keyboard.press('Enter');
    await page.getByText('Merged 2 items into “Dark mode”.').waitFor();
    await rows.filter({ hasText: '3 requests' }).getByText('Dark mode').waitFor();
    await rows.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Unmerged 2 items.').waitFor();
    await owner.goTo('/app/inbox');
    await rows.nth(3).waitFor();
    expect(await page.getByText('3 requests').count()).toBe(0);
  });

  it('are listed with the item, cannot be edited, and are unmerged one by one', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('One duplicate');
    const { page } = owner;
    await owner.callApi('POST', 'feedback', { title: 'Keyboard shortcuts' });
    await owner.callApi('POST', 'feedback', { title: 'Hotkeys' });
    await owner.goTo('/app/inbox');
    await page.getByText('Hotkeys').click();
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByLabel('Title').waitFor();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge the item into' });
    await dialog.getByRole('combobox').fill('keyboard');
    await dialog.getByRole('option', { name: 'Keyboard shortcuts' }).click();
    await panel.getByText('This item is merged into “Keyboard shortcuts”.').waitFor();
    expect(await panel.getByLabel('Title').count()).toBe(0);
    await owner.expectAccessible();
    await owner.expectFits('merged-item');

    await panel.getByRole('link', { name: '“Keyboard shortcuts”' }).click();
    await panel.getByRole('heading', { name: '1 duplicate' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('item-duplicates');
    await panel.getByRole('button', { name: 'Unmerge “Hotkeys”' }).click();
    await panel.getByRole('heading', { name: '1 duplicate' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Hotkeys' }).waitFor();
  });
});
