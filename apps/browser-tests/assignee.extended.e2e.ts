import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { join } from './support/team';

/** items.md 12, in the dashboard */
describeInBrowser('assignees', () => {
  const fixture = useBrowser();

  async function team(name: string) {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems('Export as CSV', 'Export as PDF', 'Dark mode');
    await owner.goTo('/app/inbox');
    const editor = await fixture.visit();
    await join(editor, owner, 'editor', 'Ben Editor');
    return { owner, editor };
  }

  it('are chosen with the keyboard, told, shown in rows, filtered by, and undone', async () => {
    const { owner, editor } = await team('Assignees');
    const { page } = owner;
    await editor.goTo('/app/inbox');
    await editor.row('Dark mode').waitFor();
    await owner.row('Dark mode').click();
    // What is typed before the members are loaded counts: no one else is chosen.
    let answer = () => {};
    const isHeld = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/app/api/members', async (route) => (await isHeld, route.continue()));
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Assign the item' });
    await dialog.getByRole('combobox', { name: 'Assign the item' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('ben');
    await page.keyboard.press('Enter');
    answer();
    await dialog.getByRole('option', { name: 'Ben Editor' }).waitFor();
    expect(await dialog.getByRole('option').count()).toBe(1);
    await owner.expectAccessible();
    await page.keyboard.press('Enter');
    await Promise.all([
      page.getByText('Assigned 1 item to Ben Editor.').waitFor(),
      dialog.waitFor({ state: 'detached' }),
      owner.row('Dark mode').getByText('Assigned to Ben Editor').waitFor(),
    ]);
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByText('assigned it to Ben Editor').waitFor();
    await owner.expectFits('inbox-assignee');

    // The one to whom it is assigned sees it, without a reload.
    await editor.page.getByRole('button', { name: '1 unread notification' }).click();
    await editor.page.getByText(/assigned “Dark mode” to you \(unread\)$/).waitFor();
    await editor.page.keyboard.press('Escape');
    await editor.goTo('/app/inbox?assignee=me');
    await editor.page.getByRole('button', { name: 'Remove filter “Assigned to you”' }).waitFor();
    await editor.row('Dark mode').waitFor();
    expect(await editor.page.getByRole('row').count()).toBe(1);

    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await owner.row('Dark mode').getByText('Assigned to').waitFor({ state: 'detached' });
  });

  it('are set for a selection, filtered by, and removed in the panel and on the board', async () => {
    const { owner } = await team('Assigned selection');
    const { page } = owner;
    await owner.row('Export as CSV').waitFor();
    for (const title of ['Export as CSV', 'Export as PDF']) {
      await owner.row(title).getByRole('checkbox').check();
    }
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('dialog', { name: 'Assign 2 items' }).getByRole('option').first().click();
    await page.getByText(/^Assigned 2 items to /).waitFor();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Assignee').selectOption('No one');
    await page.getByRole('button', { name: 'Remove filter “Unassigned”' }).waitFor();
    await owner.row('Export as CSV').waitFor({ state: 'detached' });
    await owner.row('Dark mode').waitFor();
    await owner.expectAccessible();

    await owner.goTo('/app/board?assignee=me');
    const card = page.getByRole('listitem', { name: 'Export as PDF' });
    await card.getByText(/^Assigned to /).waitFor({ state: 'attached' });
    await card.click();
    const panel = page.getByRole('region', { name: 'Feedback item' });
    await panel.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('option', { name: 'No one' }).click();
    await card.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Assign', exact: true }).waitFor();
  });
});
