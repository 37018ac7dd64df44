import { describeInBrowser } from './support/chromium';
import { copyWith } from './support/clipboard';
import { useBrowser } from './support/fixture';
import { PASSWORD, type Visit } from './support/visit';

interface SessionData {
  readonly data: {
    readonly account: { readonly id: string };
    readonly accounts: readonly { readonly id: string; readonly name: string }[];
  };
}

/** team.md 3, team.md 5 */
describeInBrowser('a team', () => {
  const fixture = useBrowser();

  /** Creates an invitation on the members page, and returns its link. */
  async function invite({ page }: Visit, role: string): Promise<string> {
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByRole('radio', { name: role, exact: true }).check();
    await page.getByRole('button', { name: 'Create link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invitation link' });
    const link = await copyWith(dialog.getByRole('button', { name: 'Copy invitation link' }));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    return link;
  }

  /** Opens the link of an invitation, and joins as a new person. */
  async function join({ page }: Visit, link: string, name: string, email: string): Promise<void> {
    await page.goto(link);
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Join account' }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  }

  it('invites an editor and a viewer, sees their work, changes a role, and removes one', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Acme team');
    await owner.createItems('Dark mode');
    await owner.goTo('/app/settings/members');
    const editorLink = await invite(owner, 'Editor');
    const viewerLink = await invite(owner, 'Viewer');
    const open = owner.page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem');
    expect(await open.count()).toBe(2);

    const editor = await fixture.visit();
    const requested: string[] = [];
    editor.page.on('request', (request) => requested.push(request.url()));
    await join(editor, editorLink, 'Ben Editor', `ben-${slug}@example.com`);
    const token = editorLink.split('#')[1]!;
    expect(requested.filter((url) => url.split('#')[0]!.includes(token))).toEqual([]);
    const viewer = await fixture.visit();
    await join(viewer, viewerLink, 'Cem Viewer', `cem-${slug}@example.com`);

    await editor.row('Dark mode').click();
    const panel = editor.page.getByRole('region', { name: 'Feedback item' });
    await panel.getByRole('button', { name: /^Status: New/ }).click();
    await editor.page.getByRole('menuitem', { name: 'Planned' }).click();
    await panel.getByLabel('Write a note').fill('Ask sales.');
    await panel.getByRole('button', { name: 'Add note' }).click();
    await panel.getByText('You changed the status').waitFor();

    await viewer.row('Dark mode').click();
    const fixedPanel = viewer.page.getByRole('region', { name: 'Feedback item' });
    await fixedPanel.getByText('Note: Ben Editor').waitFor();
    expect(await fixedPanel.getByRole('textbox').count()).toBe(0);
    for (const name of [/^Status/, 'Delete', 'Add tags', 'Delete note']) {
      expect([name, await viewer.page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    }
    expect(await viewer.page.getByRole('button', { name: 'New item' }).count()).toBe(0);
    await viewer.goTo('/app/form');
    await viewer.page.getByText('You need the admin role to open this page').waitFor();
    await viewer.page.getByText('acme-team', { exact: false }).first().waitFor();

    await owner.page.reload();
    await owner.page.getByText('No open invitations.').waitFor();
    await owner.page.getByRole('button', { name: /^Role of Cem Viewer/ }).click();
    await owner.page.getByRole('menuitemradio', { name: /^Owner/ }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
    await owner.page.getByText('Changed the role of Cem Viewer to Owner.').waitFor();
    await owner.page.getByRole('button', { name: /^Role of Cem Viewer/ }).click();
    await owner.page.getByRole('menuitemradio', { name: /^Editor/ }).click();
    await owner.page.getByText('Changed the role of Cem Viewer to Editor.').waitFor();
    await viewer.goTo('/app/inbox');
    await viewer.page.getByRole('button', { name: 'New item' }).waitFor();

    await owner.page.getByRole('button', { name: 'Remove Ben Editor' }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
    await owner.page.getByText('Removed Ben Editor from Acme team.').waitFor();
    const removed = editor.page.getByRole('dialog', { name: 'You no longer have access to Acme team' });
    await removed.waitFor();
    await editor.expectAccessible();
    await editor.expectFits('removed-member');
    await removed.getByRole('button', { name: 'Go to sign-in' }).click();
    await editor.page.getByLabel('Email', { exact: true }).fill(`ben-${slug}@example.com`);
    await editor.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await editor.page.getByRole('button', { name: 'Sign in' }).click();
    await editor.page.getByText('You’re no longer a member of an account.').waitFor();
    await viewer.row('Dark mode').click();
    await fixedPanel.getByText('Note: Ben Editor').waitFor();
  });

  it('joins a second account by link, switches between them, and warns the tab of the first', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Beta');
    await owner.goTo('/app/settings/members');
    const link = await invite(owner, 'Admin');
    const member = await fixture.visit();
    await member.createAccount('Own account');
    await member.page.goto(link);
    await member.page.getByRole('button', { name: 'Join Beta' }).click();
    await member.page.getByRole('button', { name: 'Beta. Accounts' }).waitFor();

    const other = await member.openPage();
    await other.goTo('/app/inbox');
    await other.page.getByRole('button', { name: 'Beta. Accounts' }).click();
    await other.page.getByRole('menuitemradio', { name: /^Own account/ }).press('Enter');
    await other.page.getByRole('button', { name: 'Own account. Accounts' }).waitFor();
    const dialog = member.page.getByRole('dialog', { name: 'You switched to another account' });
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await member.page.getByRole('button', { name: 'Own account. Accounts' }).waitFor();

    await other.page.keyboard.press('Control+k');
    await other.page.getByRole('combobox', { name: 'Commands' }).fill('switch account');
    await other.page.getByRole('option', { name: 'Switch account to Beta', selected: true }).waitFor();
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('button', { name: 'Beta. Accounts' }).waitFor();
    // A link in a message opens in its account.
    const { data } = await other.callApi<SessionData>('GET', 'session');
    const own = data.accounts.find(({ name }) => name === 'Own account')!;
    await other.goTo(`/app/inbox?status=new&account=${own.id}`);
    await other.page.getByRole('button', { name: 'Own account. Accounts' }).waitFor();
    await other.page.waitForURL(/\/app\/inbox\?status=new$/);
    await other.goTo(`/app/settings/members?account=${data.account.id}`);
    await other.page.getByRole('button', { name: 'Beta. Accounts' }).waitFor();
    await other.page.getByRole('button', { name: 'Leave', exact: true }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Leave account' }).click();
    await other.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'This invitation isn’t valid' }).waitFor();
  });

  it('creates another account in the menu of accounts, and opens it', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('First');
    await owner.createItems('Of the first account');
    await owner.goTo('/app/inbox');
    const { page } = owner;
    const dialog = page.getByRole('dialog', { name: 'New account' });
    await owner.row('Of the first account').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('new account');
    await page.getByRole('option', { name: 'New account' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const menu = page.getByRole('menu');
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const link = page.getByRole('link', { name: 'Inbox' });
      const before = await link.boundingBox();
      await page.getByRole('button', { name: 'First. Accounts' }).click();
      await menu.waitFor();
      expect(await link.boundingBox()).toEqual(before);
      const { x, y, width: menuWidth } = (await menu.boundingBox())!;
      expect([x >= 0, y >= 0, x + menuWidth <= width]).toEqual([true, true, true]);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'First. Accounts' }).click();
    await page.getByRole('menuitem', { name: 'New account' }).click();
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText('Enter an account name.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('new-account');
    await dialog.getByLabel('Account name').fill('Second');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await page.getByRole('button', { name: 'Second. Accounts' }).click();
    await page.getByRole('menuitemradio').first().waitFor();
    expect(await page.getByRole('menuitemradio').allInnerTexts()).toEqual([
      expect.stringMatching(/^First\s+Owner$/),
      expect.stringMatching(/^Second\s+Owner$/),
    ]);
  });

  it('explains why the last owner cannot leave', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Alone');
    await owner.goTo('/app/settings/members');
    await owner.page.getByText('To leave, make another member an owner first.').waitFor();
    expect(await owner.page.getByRole('button', { name: 'Leave', exact: true }).count()).toBe(0);
  });
});
