import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitUntil, type Visit } from './support/visit';

interface StoredItem {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

describeInBrowser('a postponed edit conflict', () => {
  const fixture = useBrowser();

  async function conflict(name: string, leave: string) {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems('Another', 'Original');
    await owner.goTo('/app/inbox');
    await owner.row('Original').click();
    const panel = owner.page.getByRole('region', { name: 'Feedback item' });
    const title = panel.getByRole('textbox', { name: 'Title' });
    await title.fill('Mine');
    await rename(owner, 'Theirs');
    await owner.page.keyboard.press(leave);
    const dialog = owner.page.getByRole('dialog', { name: 'Someone else edited this item' });
    await dialog.locator(':focus').waitFor();
    await owner.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return { owner, page: owner.page, panel, title, dialog };
  }
  const storedItem = async (owner: Visit) =>
    (await owner.callApi<{ data: StoredItem[] }>('GET', 'feedback?limit=1')).data[0]!;
  async function rename(owner: Visit, title: string) {
    const { id, version } = await storedItem(owner);
    await owner.callApi('PATCH', `feedback/${id}`, { title }, { 'If-Match': `"${version}"` });
  }
  const focused = (owner: Visit) => owner.page.locator(':focus');

  it.each(['Tab', 'Control+Enter'])(
    'after %s: shows that the text is not saved until the user resolves the conflict',
    async (leave) => {
      const { owner, page, panel, title, dialog } = await conflict(`Put off by ${leave}`, leave);
      await panel.getByText('Not saved. Someone else edited this item.').waitFor();
      expect(await title.inputValue()).toBe('Mine');
      await owner.row('Theirs').waitFor();
      await waitUntil(async () => (await focused(owner).count()) === 1);
      expect(await focused(owner).evaluate((element) => element.closest('[data-panel]') !== null)).toBe(true);
      await owner.expectAccessible();
      await owner.expectFits('undecided');

      // Passing through the field does not open the dialog.
      await title.focus();
      await page.keyboard.press('Tab');
      expect(await dialog.count()).toBe(0);

      await panel.getByRole('button', { name: 'Close' }).click();
      await owner.row('Another').click();
      await owner.row('Theirs').click();
      await panel.getByText('Not saved. Someone else edited this item.').waitFor();
      expect(await title.inputValue()).toBe('Mine');
      expect((await storedItem(owner)).title).toBe('Theirs');

      await rename(owner, 'Theirs again');
      await panel.getByRole('button', { name: 'Review changes' }).click();
      await dialog.getByText('Theirs again').first().waitFor();
      await dialog.getByRole('button', { name: 'Save my version' }).click();
      await owner.row('Mine').waitFor();
      await panel.getByText('Not saved').waitFor({ state: 'detached' });
      await waitUntil(async () => (await storedItem(owner)).title === 'Mine');
    },
  );

  it('asks again after more typing, and stores the new text', async () => {
    const { owner, page, panel, title, dialog } = await conflict('Typed further', 'Tab');
    await title.fill('Mine, longer');
    await page.keyboard.press('Tab');
    await dialog.getByText('Mine, longer').waitFor();
    await dialog.getByRole('button', { name: 'Save my version' }).click();
    await waitUntil(async () => (await storedItem(owner)).title === 'Mine, longer');
    await title.fill('Mine, once more');
    await page.keyboard.press('Tab');
    await waitUntil(async () => (await storedItem(owner)).title === 'Mine, once more');
    expect(await dialog.count()).toBe(0);
    await panel.getByText('Not saved').waitFor({ state: 'detached' });
  });

  it('restores the stored text on Escape in the field', async () => {
    const { owner, page, panel, title } = await conflict('Given up', 'Tab');
    await title.focus();
    await page.keyboard.press('Escape');
    await panel.getByText('Not saved').waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Theirs');
    expect((await storedItem(owner)).title).toBe('Theirs');
  });
});
