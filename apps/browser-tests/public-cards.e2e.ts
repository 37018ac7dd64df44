import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { join } from './support/team';

interface Card {
  readonly data: { readonly public: { readonly title: string; readonly text: string | null } | null };
}

/** public.md 3 */
describeInBrowser('public cards', () => {
  const fixture = useBrowser();

  it('are published with the keyboard, changed, and removed', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Public cards');
    const { page } = owner;
    await owner.createItems('Login fails for Eve');
    await owner.goTo('/app/inbox');
    await owner.row('Login fails for Eve').click();
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByRole('button', { name: 'Publish…' }).waitFor();

    await page.keyboard.press('?');
    await page.getByText('Publish or edit public card').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Publish item' });
    const title = dialog.getByLabel('Public title');
    const text = dialog.getByLabel('Public text');
    await title.and(page.locator(':focus')).waitFor();
    expect([await title.inputValue(), await text.inputValue()]).toEqual(['', '']);
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter a title.').waitFor();
    await page.keyboard.type('Faster login');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ask eve@example.com, +49 30 1234567. https://example.com/plan');
    await dialog.getByText('This contains an email address: eve@example.com').waitFor();
    await dialog.getByText('This contains a telephone number: +49 30 1234567').waitFor();
    const preview = dialog.getByRole('region', { name: 'As a visitor sees it' });
    for (const shown of ['Faster login', 'Under review', 'https://example.com/plan'])
      await preview.getByText(shown, { exact: true }).waitFor();
    await dialog.getByText('The roadmap is off').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('publish');
    await text.focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    expect(await title.inputValue()).toBe('Faster login');
    await text.fill('Soon.');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });

    await owner.row('Login fails for Eve').getByRole('img', { name: 'Public' }).waitFor();
    await panel.getByRole('img', { name: 'Public' }).waitFor();
    await panel.getByText('Public since').waitFor();
    const link = panel.getByRole('link', { name: 'View public page (opens in a new tab)' });
    expect(await link.getAttribute('rel')).toBe('noopener');
    const itemId = new URL(page.url()).searchParams.get('item')!;
    expect(await link.getAttribute('href')).toMatch(new RegExp(`/items/${itemId}$`));
    await owner.expectAccessible();

    // Another window changes the card while this one edits it.
    await panel.getByRole('button', { name: 'Edit public card…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit public card' });
    await edit.getByRole('button', { name: 'Use this title' }).click();
    expect(await edit.getByLabel('Public title').inputValue()).toBe('Login fails for Eve');
    await edit.getByLabel('Public title').fill('Login in one step');
    await owner.callApi('PUT', `feedback/${itemId}/public`, { title: 'Two steps' });
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await edit.getByText('It is now “Two steps”').waitFor();
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await edit.waitFor({ state: 'detached' });
    await panel.getByText('Login in one step', { exact: true }).waitFor();

    await page.keyboard.press('p');
    await edit.getByRole('button', { name: 'Remove from public pages' }).click();
    await panel.getByText('Only members can see this item.').waitFor();
    await owner
      .row('Login fails for Eve')
      .getByRole('img', { name: 'Public' })
      .waitFor({ state: 'detached' });
    await page.getByText('Removed “Login in one step” from the public pages.').waitFor();
    await page.keyboard.press('z');
    await panel.getByText('published it as “Login in one step”').waitFor();
    const { data } = await owner.callApi<Card>('GET', `feedback/${itemId}`);
    expect(data.public).toMatchObject({ title: 'Login in one step', text: 'Soon.' });
  });

  it('are published for several items, and lines that fail stay', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Several cards');
    const { page } = owner;
    const [first, , failing] = await Promise.all(
      ['Public one', 'Dark mode', 'Fails once'].map(
        async (title) =>
          (await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title })).data.id,
      ),
    );
    await owner.callApi('PUT', `feedback/${first}/public`, { title: 'Public one' });
    let attempts = 0;
    await page.route(`**/feedback/${failing}/public`, (route) => {
      attempts++;
      return route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'feedback_merged', message: '', request_id: '' } }),
      });
    });
    await owner.goTo('/app/inbox');
    await page.getByRole('grid', { name: 'Feedback items' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Publish 2 items' });
    await dialog.getByText('Left out: 1 item is already public.').waitFor();
    await dialog.getByLabel('Public title of “Dark mode”').fill('Dark mode, ask eve@example.com');
    await dialog.getByText('This contains an email address: eve@example.com').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('publish-several');
    await dialog.getByLabel('Public title of “Dark mode”').fill('Night mode');
    await page.keyboard.press('Control+Enter');

    const rest = page.getByRole('dialog', { name: 'Publish 1 item' });
    await rest.getByText('Published 1 item. Couldn’t publish 1 item.').waitFor();
    await rest.getByText('This item is merged into another one.').waitFor();
    expect(attempts).toBe(1);
    await rest.getByLabel('Public title of “Fails once”').and(page.locator(':focus')).waitFor();
    await owner.row('Dark mode').getByRole('img', { name: 'Public' }).waitFor();
    await page.unroute(`**/feedback/${failing}/public`);
    await page.keyboard.press('Enter');
    await rest.waitFor({ state: 'detached' });
    await owner.row('Fails once').getByRole('img', { name: 'Public' }).waitFor();
    await page.keyboard.press('p');
    await page.getByText('The selected items are already public or merged.').waitFor();
  });

  it('have settings, and viewers cannot publish', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Roadmap settings');
    const { page } = owner;
    await owner.createItems('Dark mode');
    await owner.goTo('/app/roadmap');
    await page.getByLabel('Show the roadmap').check();
    await page.getByLabel('Under review').check();
    await page.getByRole('radio', { name: 'None' }).check();
    await page.getByLabel('Introduction').fill('What we plan.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'View roadmap' }).waitFor();
    expect(await owner.callApi('GET', 'public-pages')).toEqual({
      data: {
        roadmap: true,
        statuses: ['new', 'planned', 'building', 'shipped'],
        counts: 'none',
        search_engines: false,
        introduction: 'What we plan.',
        votes: false,
        changelog: false,
      },
    });
    for (const status of ['Under review', 'Planned', 'Building', 'Shipped'])
      await page.getByLabel(status).uncheck();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Choose at least one status.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('roadmap-settings-error');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Introduction').fill('Not\u0000valid');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByLabel('Introduction').and(page.locator(':focus[aria-invalid=true]')).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    const moved = { title: 'An old plan', status: 'planned', moved_at: '2026-01-02T00:00:00.000Z' };
    await page.route('**/public-pages/unmoved', (route) =>
      route.fulfill({ json: { data: [{ id: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f', ...moved }] } }),
    );
    await page.reload();
    await page.getByRole('link', { name: 'An old plan' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('roadmap-unmoved');

    const viewer = await fixture.visit();
    await join(viewer, owner, 'viewer', 'Vera Viewer');
    await viewer.goTo('/app/inbox');
    await viewer.row('Dark mode').click();
    await viewer.page.getByRole('heading', { name: 'Activity' }).waitFor();
    await viewer.page.keyboard.press('p');
    await viewer.page.keyboard.press('?');
    await viewer.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await viewer.page.getByText('Publish').count()).toBe(0);
  });
});
