import { describeInBrowser } from './support/chromium';
import { scene } from './support/fixture';
import { until, type Visit } from './support/visit';

interface Stored {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

describeInBrowser('a conflict that is put off', () => {
  const stage = scene();

  async function conflict(name: string, leave: string) {
    const owner = await stage.visit();
    await owner.owns(name);
    await owner.has('Another', 'Original');
    await owner.goTo('/app/inbox');
    await owner.row('Original').click();
    const panel = owner.page.getByRole('region', { name: 'Feedback item' });
    const title = panel.getByRole('textbox', { name: 'Title' });
    await title.fill('Mine');
    await rename(owner, 'Theirs');
    await owner.page.keyboard.press(leave);
    const dialog = owner.page.getByRole('dialog', { name: 'Somebody was faster' });
    await dialog.waitFor();
    await owner.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return { owner, page: owner.page, panel, title, dialog };
  }
  const stored = async (owner: Visit) =>
    (await owner.ask<{ data: Stored[] }>('GET', 'feedback?limit=1')).data[0]!;
  async function rename(owner: Visit, title: string) {
    const { id, version } = await stored(owner);
    await owner.ask('PATCH', `feedback/${id}`, { title }, { 'If-Match': `"${version}"` });
  }
  const focused = (owner: Visit) => owner.page.locator(':focus');

  it.each(['Tab', 'Control+Enter'])(
    'says after %s that the text is not saved, until somebody decides',
    async (leave) => {
      const { owner, page, panel, title, dialog } = await conflict(`Put off by ${leave}`, leave);
      await panel.getByText('Not saved: somebody else changed it meanwhile.').waitFor();
      expect(await title.inputValue()).toBe('Mine');
      await owner.row('Theirs').waitFor();
      await until(async () => (await focused(owner).count()) === 1);
      expect(await focused(owner).evaluate((element) => element.closest('[data-panel]') !== null)).toBe(true);
      await owner.expectAccessible();
      await owner.expectFits('undecided');

      // To pass through the field decides nothing.
      await title.focus();
      await page.keyboard.press('Tab');
      expect(await dialog.count()).toBe(0);

      await panel.getByRole('button', { name: 'Close' }).click();
      await owner.row('Another').click();
      await owner.row('Theirs').click();
      await panel.getByText('Not saved: somebody else changed it meanwhile.').waitFor();
      expect(await title.inputValue()).toBe('Mine');
      expect((await stored(owner)).title).toBe('Theirs');

      await rename(owner, 'Theirs again');
      await panel.getByRole('button', { name: 'Compare and decide' }).click();
      await dialog.getByText('Theirs again').first().waitFor();
      await dialog.getByRole('button', { name: 'Apply mine' }).click();
      await owner.row('Mine').waitFor();
      await panel.getByText('Not saved').waitFor({ state: 'detached' });
      await until(async () => (await stored(owner)).title === 'Mine');
    },
  );

  it('asks again about what is typed further, and stores that', async () => {
    const { owner, page, panel, title, dialog } = await conflict('Typed further', 'Tab');
    await title.fill('Mine, longer');
    await page.keyboard.press('Tab');
    await dialog.getByText('Mine, longer').waitFor();
    await dialog.getByRole('button', { name: 'Apply mine' }).click();
    await until(async () => (await stored(owner)).title === 'Mine, longer');
    await title.fill('Mine, once more');
    await page.keyboard.press('Tab');
    await until(async () => (await stored(owner)).title === 'Mine, once more');
    expect(await dialog.count()).toBe(0);
    await panel.getByText('Not saved').waitFor({ state: 'detached' });
  });

  it('gives theirs back with Escape in the field', async () => {
    const { owner, page, panel, title } = await conflict('Given up', 'Tab');
    await title.focus();
    await page.keyboard.press('Escape');
    await panel.getByText('Not saved').waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Theirs');
    expect((await stored(owner)).title).toBe('Theirs');
  });
});
