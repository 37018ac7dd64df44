import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** requests.md 4 */
describeInBrowser('requests', () => {
  const fixture = useBrowser();

  it('are added with the keyboard, pasted, sorted by, changed, and deleted', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Requests');
    const { page } = owner;
    await owner.createItems('Offline mode', 'Dark mode');
    await owner.goTo('/app/inbox');
    await owner.row('Offline mode').click();
    const panel = page.getByRole('region', { name: 'Feedback item' });
    const rows = panel.getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem');
    await rows.filter({ hasText: 'Submission' }).waitFor();

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Add request' });
    await dialog.getByLabel('Email').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('eve@example');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter a valid email address.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('request-dialog');
    await dialog.getByLabel('Email').focus();
    await page.keyboard.press('End');
    await page.keyboard.type('.com');
    for (const text of [
      'Eve Example',
      'Acme',
      'Our night shift needs it.',
      'https://example.com/17',
      '1200.5',
    ]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await dialog.getByLabel('This person agreed to messages about it').check();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { followers } = await owner.callApi<{ followers: object[] }>('GET', 'account/export');
    expect(followers).toMatchObject([{ email: 'eve@example.com' }]);
    const eve = rows.filter({ hasText: 'Eve Example' });
    for (const text of ['Acme', 'Our night shift needs it.', '1,200.5', 'Dashboard'])
      await eve.getByText(text).waitFor();
    const link = eve.getByRole('link', { name: 'example.com (opens in a new tab)' });
    expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual([
      'noopener nofollow',
      '_blank',
    ]);
    await panel.getByRole('heading', { name: '2 requests · Value 1,200.5' }).waitFor();
    await owner.row('Offline mode').getByRole('img', { name: 'Value 1,200.5' }).waitFor();

    await panel.getByRole('button', { name: 'Paste several' }).focus();
    await page.keyboard.press('Enter');
    const paste = page.getByRole('dialog', { name: 'Paste requests' });
    const field = paste.getByLabel('Addresses or CSV');
    await field.fill('email;company;count\nada@example.com;Initech;\nnot-an-address;;\n;Globex;12');
    await paste.getByText('2 requests to add, 1 line with errors').waitFor();
    await paste.getByText('Email: Enter a valid email address.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('paste-requests');
    await paste.getByRole('button', { name: 'Add 2 requests' }).click();
    await paste.getByText('Added 2 requests.').waitFor();
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('email;company;count\nnot-an-address;;');
    await page.keyboard.press('Escape');
    await paste.waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'Globex' }).getByText('12 people').waitFor();
    await owner.row('Offline mode').getByRole('img', { name: '15 requests' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('requests');

    await page.getByLabel('Sort').selectOption('Highest value');
    await page.getByRole('row').first().getByText('Offline mode').waitFor();

    await rows.getByRole('button', { name: 'Edit the request of ada@example.com' }).click();
    await page.getByRole('dialog', { name: 'Edit request' }).getByLabel('Name').fill('Ada');
    await page.keyboard.press('Enter');
    await rows.getByText('Ada', { exact: true }).waitFor();

    await rows.getByRole('button', { name: 'Delete the request of Eve Example' }).click();
    await owner.expectAccessible();
    await page.getByRole('button', { name: 'Delete request', exact: true }).click();
    await eve.waitFor({ state: 'detached' });
    await panel.locator(':focus').waitFor();
    await panel.getByRole('heading', { name: '14 requests', exact: true }).waitFor();

    await rows.getByRole('link', { name: 'ada@example.com' }).click();
    await page.getByRole('button', { name: 'Remove filter “Asked for by ada@example.com”' }).waitFor();
    await owner.row('Dark mode').waitFor({ state: 'detached' });
    await owner.row('Offline mode').waitFor();
  });
});
