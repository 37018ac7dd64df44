import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** tags.md, in the dashboard */
describeInBrowser('tags', () => {
  const fixture = useBrowser();

  it('are added with the keyboard, shown, filtered by, and undone', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Tags');
    const { page } = owner;
    for (const title of ['Invoice as PDF', 'Dark mode', 'App crashes']) {
      await owner.callApi('POST', 'feedback', { title });
    }
    await owner.goTo('/app/inbox');
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    await row('Invoice as PDF').click();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Tags of the item' });
    await dialog.getByText('No tags yet').waitFor();
    await page.keyboard.type('billing');
    await dialog.getByRole('option', { name: 'Create tag “billing”' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('option', { name: 'billing', exact: true, selected: true }).waitFor();
    expect(await dialog.getByRole('combobox').inputValue()).toBe('');
    // Before the check, which may take longer than the notice stays.
    await page.getByText('Added “billing” to 1 item.').waitFor();
    await owner.expectAccessible();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[role=grid]:focus').waitFor();
    await row('Invoice as PDF').getByText('billing').waitFor();

    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByRole('link', { name: 'billing' }).click();
    await page.getByRole('button', { name: 'Remove filter “Tags: billing”' }).waitFor();
    await row('Dark mode').waitFor({ state: 'detached' });
    await row('Invoice as PDF').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('inbox-tags');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filters, 1 active' }).click();
    await page.getByLabel('Without tags').click();
    await page.getByRole('button', { name: 'Remove filter “Without tags”' }).waitFor();
    await row('Dark mode').waitFor();
    await row('Invoice as PDF').waitFor({ state: 'detached' });
    await owner.expectAccessible();
    await page.keyboard.press('Escape');
  });

  it('are chosen and created with a new item', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Tags of a new item');
    const { page } = owner;
    await owner.callApi('POST', 'feedback', { title: 'Old', tags: ['Billing', 'mobile'] });
    await owner.goTo('/app/inbox');
    await owner.row('Old').waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New item' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Invoice as PDF');
    const tags = dialog.locator('input[aria-haspopup=listbox]');
    await tags.focus();
    await page.keyboard.type('bill');
    await page.getByRole('option', { name: 'Billing' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('invoices');
    await page.keyboard.press('Enter');
    // The stored spelling replaces another one. Backspace removes the last tag.
    await page.keyboard.type('MOBILE,wrong,');
    await page.keyboard.press('Backspace');
    await owner.expectAccessible();
    await owner.expectFits('new-item-tags');
    await page.keyboard.type('web');
    await page.keyboard.press('Escape');
    expect(await tags.inputValue()).toBe('web');
    await dialog.getByRole('button', { name: 'Create item' }).click();
    await dialog.waitFor({ state: 'detached' });
    // A row shows three tags, and how many more the item has.
    for (const name of ['Billing', 'invoices', 'mobile', '+1'])
      await owner.row('Invoice as PDF').getByText(name, { exact: true }).waitFor();
  });

  it('have the color of their tag in a list, also of one that someone creates meanwhile', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Colors of tags');
    const { page } = owner;
    await owner.callApi('POST', 'feedback', { title: 'One', tags: ['bug', 'mobile'] });
    await owner.goTo('/app/inbox');
    const pill = (color: string) => page.getByRole('row').locator(`[style*="color-${color}-"]`);
    await pill('red').filter({ hasText: 'mobile' }).waitFor();
    await owner.callApi('POST', 'feedback', { title: 'Two', tags: ['web'] });
    await page.getByRole('button', { name: '1 new item' }).click();
    await pill('orange').filter({ hasText: 'web' }).waitFor();
    await owner.goTo('/app/board');
    await page.locator('[id^=card-] [style*="color-orange-"]').waitFor();
  });

  it('are changed on many items at once, and restored with Undo', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Many tags');
    const { page } = owner;
    for (const title of ['One', 'Two', 'Three']) await owner.callApi('POST', 'feedback', { title });
    await owner.goTo('/app/inbox');
    await page.getByRole('checkbox', { name: 'Select “One”' }).check();
    await page.getByRole('checkbox', { name: 'Select “Two”' }).check();
    await page.getByRole('button', { name: 'Tags', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 items' });
    await dialog.getByRole('combobox').fill('mobile');
    await dialog.getByRole('option', { name: 'Create tag “mobile”' }).waitFor();
    await page.keyboard.press('Enter');
    // The notice stays while the pointer is over it.
    await page.getByText('Added “mobile” to 2 items.').dispatchEvent('mouseover');
    await page.keyboard.press('Escape');
    const tagged = page.getByRole('row').filter({ hasText: 'mobile' });
    await tagged.nth(1).waitFor();
    expect(await tagged.count()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await tagged.first().waitFor({ state: 'detached' });
  });

  it('are renamed, colored, merged, and deleted on their page', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Page of tags');
    const { page } = owner;
    await owner.goTo('/app/settings/account');
    await page.getByRole('main').getByRole('link', { name: 'Tags' }).click();
    await page.getByText('No tags yet').waitFor();
    await owner.callApi('POST', 'feedback', { title: 'One', tags: ['bug', 'Bugs', 'mobile'] });
    await owner.callApi('POST', 'feedback', { title: 'Two', tags: ['bug'] });
    await owner.goTo('/app/settings/tags');
    const tags = page.getByRole('list', { name: 'Tags' }).getByRole('listitem');
    await tags.nth(2).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('tags');
    await page.getByLabel('Color of “mobile”').selectOption('violet');
    await page.getByRole('button', { name: 'Rename “mobile”' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Phone');
    await page.keyboard.press('Enter');
    await tags.filter({ hasText: 'Phone' }).getByText('1 item').waitFor();
    expect(await page.getByLabel('Color of “Phone”').inputValue()).toBe('violet');

    await page.getByRole('button', { name: 'Rename “Bugs”' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('BUG');
    await page.getByText('The tag “bug” exists.').waitFor();
    await owner.expectAccessible();
    await page.getByRole('button', { name: 'Merge tags' }).click();
    await tags.nth(2).waitFor({ state: 'detached' });
    await tags.filter({ hasText: 'bug' }).getByText('2 items').waitFor();

    await page.getByRole('button', { name: 'Delete “bug”' }).click();
    await page.getByText('2 items will no longer have this tag.').waitFor();
    await page.getByRole('button', { name: 'Delete tag' }).click();
    await tags.nth(1).waitFor({ state: 'detached' });
  });
});
