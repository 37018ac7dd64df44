import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { join } from './support/team';
import { waitUntil, type Visit } from './support/visit';

interface StoredView {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** dashboard.md 15 */
describeInBrowser('views', () => {
  const fixture = useBrowser();

  async function inbox(name: string, search = '', views: readonly object[] = []): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems('Export as CSV', 'Export as PDF', 'Dark mode');
    for (const view of views) await owner.callApi('POST', 'views', view);
    await owner.goTo(`/app/inbox${search}`);
    await owner.page.getByRole('row').first().waitFor();
    return owner;
  }
  const view = (name: string, parameters: object = {}) => ({ name, parameters });
  const stored = async (owner: Visit) => (await owner.callApi<{ data: StoredView[] }>('GET', 'views')).data;
  const names = async (owner: Visit) => (await stored(owner)).map(({ name }) => name).join(' ');
  const section = ({ page }: Visit) => page.getByRole('region', { name: 'Views', exact: true });
  const button = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (owner: Visit, name: string, action: string) => {
    await button(owner, `Options of view “${name}”`).click();
    await owner.page.getByRole('menuitem', { name: action }).click();
  };

  it('saves, opens, and updates a view with the keyboard', async () => {
    const owner = await inbox('Keyboard views');
    const { page } = owner;
    await section(owner).getByText('Filter the inbox, then save it as a view.').waitFor();
    expect(await button(owner, 'Save view').count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('export');
    await page.keyboard.press('Enter');
    await button(owner, 'Save view').waitFor();
    await page.keyboard.press('v');
    await page
      .getByRole('dialog', { name: 'Save view' })
      .getByLabel('Name')
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('Exports');
    await page.keyboard.press('Enter');
    const link = section(owner).getByRole('link', { name: 'Exports (2 items)' });
    await link.waitFor();
    await page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor();
    expect(await link.getAttribute('aria-current')).toBe('page');
    await waitUntil(async () => (await button(owner, 'Save view').count()) === 0);
    expect(await stored(owner)).toMatchObject([{ name: 'Exports', parameters: { q: 'export' } }]);

    await page.getByLabel('Sort by').selectOption('title');
    await button(owner, 'Save as new').waitFor();
    await button(owner, 'Update view').click();
    await page.getByText('View “Exports” updated.').waitFor();
    await waitUntil(async () => (await stored(owner))[0]!.parameters['sort'] === 'title');
    await page.getByRole('link', { name: 'Inbox', exact: true }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await link.click();
    await owner.row('Dark mode').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('sort')).toBe('title');
  });

  it('renames, moves, deletes, and restores views', async () => {
    const owner = await inbox('Menu of views', '', [
      view('One', { q: 'export' }),
      view('Two'),
      view('Three'),
    ]);
    const { page } = owner;
    await choose(owner, 'One', 'Rename…');
    const dialog = page.getByRole('dialog', { name: 'Rename view' });
    await dialog.getByLabel('Name').fill('TWO');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('Another view has this name. Choose a different one.').waitFor();
    await dialog.getByLabel('Name').fill('First');
    await page.keyboard.press('Enter');
    await waitUntil(async () => (await names(owner)) === 'First Two Three');

    await choose(owner, 'First', 'Move down');
    await waitUntil(async () => (await names(owner)) === 'Two First Three');
    await section(owner).getByText('View “First” is now 2 of 3.').waitFor({ state: 'attached' });
    const isFocused = () =>
      button(owner, 'Options of view “First”').evaluate((element) => element === document.activeElement);
    await waitUntil(isFocused);

    await section(owner).getByRole('link', { name: 'First' }).click();
    await page.getByRole('heading', { name: 'First', level: 1 }).waitFor();
    await choose(owner, 'First', 'Delete');
    // The notice stays while the pointer is over it.
    await page.getByText('View “First” deleted.').dispatchEvent('mouseover');
    await waitUntil(async () => (await names(owner)) === 'Two Three');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await owner.row('Dark mode').waitFor({ state: 'detached' });
    await button(owner, 'Undo').click();
    await page.getByRole('heading', { name: 'First', level: 1 }).waitFor();
    expect(await names(owner)).toBe('Two First Three');
  });

  it('shares a view with all members, and ends it', async () => {
    const owner = await inbox('Shared views', '', [view('Own'), view('Exports', { q: 'export' })]);
    const { page } = owner;
    const editor = await fixture.visit();
    await join(editor, owner, 'editor', 'Ben');
    await choose(owner, 'Exports', 'Share with all members');
    await page.getByText('View “Exports” is now shared with all members.').waitFor();
    const shared = section(owner).getByRole('list', { name: 'Shared' });
    await shared.getByRole('link', { name: 'Exports (2 items)' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('views-shared');
    await editor.goTo('/app/inbox');
    await section(editor).getByRole('link', { name: 'Exports (2 items)' }).click();
    await editor.page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor();
    await choose(editor, 'Exports', 'Stop sharing');
    await editor.page.getByText('View “Exports” is no longer shared.').waitFor();
    await page.reload();
    await section(owner).getByRole('link', { name: 'Own (3 items)' }).waitFor();
    expect(await shared.count()).toBe(0);
  });

  it('shows counts, large ones, and none that take too long, and counts again after a change', async () => {
    const views = [view('New', { status: 'new' }), view('Planned', { status: 'planned' })];
    const owner = await inbox('Counted views', '', views);
    const { page } = owner;
    const link = (name: string) => section(owner).getByRole('link', { name, exact: true });
    await link('New (3 items)').waitFor();
    await owner.row('Dark mode').click();
    await page.keyboard.press('2');
    await link('New (2 items)').waitFor();
    await link('Planned (1 item)').waitFor();

    const [large, slow] = await stored(owner);
    const data = { [large!.id]: 1000, [slow!.id]: null };
    await page.route('**/app/api/views/counts', (route) => route.fulfill({ json: { data } }));
    await page.reload();
    await link('New (1,000 or more items)').waitFor();
    await link('Planned').waitFor();
  });

  it('keeps a link to a deleted view working, and reports filters that are not supported', async () => {
    const owner = await inbox('Old links', '?q=dark&view=0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f');
    await owner.row('Dark mode').waitFor();
    expect(await owner.page.getByRole('row').count()).toBe(1);
    await button(owner, 'Save view').waitFor();
    const id = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
    const data = [{ id, name: 'Old', parameters: { q: 'dark' }, ignored: ['tag'] }];
    await owner.page.route('**/app/api/views', (route) => route.fulfill({ json: { data } }));
    await owner.page.reload();
    await owner.page.getByText('Some filters of this view are no longer supported: tag.').waitFor();
    await button(owner, 'Update view').waitFor();
  });

  it('reports that views could not be loaded, and loads them again', async () => {
    const owner = await inbox('Failing views', '', [view('Mine')]);
    await owner.page.route('**/app/api/views', (route) => route.fulfill({ status: 400, json: {} }));
    await owner.page.reload();
    await section(owner).getByText('Couldn’t load views.').waitFor();
    // Parts of the page that appear later request the views, too.
    await owner.page.waitForLoadState('networkidle');
    await owner.page.unroute('**/app/api/views');
    await section(owner).getByRole('button', { name: 'Try again' }).click();
    await section(owner).getByRole('link', { name: 'Mine' }).waitFor();
  });

  it('is accessible in both schemes, and fits three widths', async () => {
    const long = 'A view with a name of sixty characters, which has no room';
    const views = [
      view(long),
      ...Array.from({ length: 28 }, (_, n) => view(`View ${n + 1}`, { q: `x${n}` })),
    ];
    const owner = await inbox('Many views', '', views);
    const { page } = owner;
    await section(owner)
      .getByRole('link', { name: `${long} (3 items)` })
      .click();
    await page.getByRole('heading', { name: long, level: 1 }).waitFor();
    await page.getByLabel('Sort by').selectOption('title');
    await button(owner, 'Update view').waitFor();
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('views');
    await button(owner, `Options of view “${long}”`).click();
    await page.getByRole('menuitem', { name: 'Move down' }).waitFor();
    await owner.expectAccessible();
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 360, height: 740 });
    await section(owner).waitFor({ state: 'hidden' });
    await button(owner, 'More').click();
    await section(owner).getByRole('link', { name: 'View 28' }).scrollIntoViewIfNeeded();
    await owner.expectAccessible();
    await owner.expectFits('views-more');
    await section(owner).getByRole('link', { name: 'View 28' }).click();
    await page.getByRole('heading', { name: 'View 28', level: 1 }).waitFor();
    await section(owner).waitFor({ state: 'hidden' });
  });
});
