import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { join } from './support/team';

const EMAIL = 'ada@example.com';
const LONG = `See https://example.com/${'a'.repeat(60)}\n${'word '.repeat(60)}`;

/** history.md 4 */
describeInBrowser('the activity of an item', () => {
  const fixture = useBrowser();

  interface Added {
    readonly data: { readonly id: string };
  }
  async function openItem(name: string, item: object) {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    const { data } = await owner.callApi<Added>('POST', 'feedback', item);
    await owner.goTo(`/app/inbox?item=${data.id}`);
    const panel = owner.page.getByRole('region', { name: 'Feedback item' });
    const activity = panel.getByRole('region', { name: 'Activity' });
    await activity.getByText('created the item').waitFor();
    return { owner, id: data.id, panel, activity, field: activity.getByLabel('Write a note') };
  }

  it('shows notes and changes, and a note can be written and deleted with the keyboard', async () => {
    const { owner, panel, activity, field } = await openItem('Keyboard', { title: 'Dark mode' });
    const { page } = owner;
    const entries = activity
      .getByRole('list', { name: 'Notes and changes, newest first' })
      .getByRole('listitem');
    await page.keyboard.press('n');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Ada needs this');
    await page.keyboard.press('Enter');
    await page.keyboard.type('before June.');
    await page.keyboard.press('Control+Enter');
    await entries.getByText('before June.').waitFor();
    expect(await field.inputValue()).toBe('');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(true);
    await panel.getByRole('button', { name: /^Status: New/ }).click();
    await page.getByRole('menuitem', { name: 'Planned' }).click();
    await entries.filter({ hasText: 'changed the status from New to Planned' }).waitFor();
    expect((await entries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').slice(0, 32))).toEqual([
      expect.stringContaining('You changed the status from'),
      expect.stringContaining('Note: You'),
      expect.stringContaining('You created the item'),
    ]);

    await activity.getByRole('button', { name: 'Delete note' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete note?' });
    await dialog.waitFor();
    await owner.expectAccessible();
    await dialog.getByRole('button', { name: 'Delete note' }).press('Enter');
    await entries.filter({ hasText: 'before June.' }).waitFor({ state: 'detached' });
  });

  it('shows who wrote a note in another product, when, and who imported it', async () => {
    const { owner, id, activity } = await openItem('Imported notes', { title: 'Dark mode' });
    const issue = { name: 'Mover', permission: 'full' };
    const { data: key } = await owner.callApi<{ data: { secret: string } }>('POST', 'keys', issue);
    const response = await owner.context.request.post(
      `${fixture.product.origin}/api/v1/feedback/${id}/notes`,
      {
        headers: { 'x-api-key': key.secret },
        data: { text: 'Asked again', author_name: 'Grace Hopper', created_at: '2024-03-04T09:00:00Z' },
      },
    );
    expect(response.status()).toBe(201);
    await owner.page.reload();
    const note = activity.getByRole('listitem').filter({ hasText: 'Asked again' });
    await note.getByText('Grace Hopper').waitFor();
    await note.getByText('Imported by: API key “Mover”').waitFor();
    expect(await note.locator('time').getAttribute('datetime')).toBe('2024-03-04T09:00:00.000Z');
    await owner.expectAccessible();
    await owner.page.setViewportSize({ width: 360, height: 900 });
    const { height } = (await note.getByText('Grace Hopper').boundingBox())!;
    expect(height).toBeLessThan(30);
  });

  it('keeps the text of a note when the panel closes, and after an error', async () => {
    const { owner, id, activity, field } = await openItem('Draft', { title: 'Dark mode' });
    const { page } = owner;
    await field.fill('Ask Ada');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await activity.waitFor({ state: 'detached' });
    await owner.row('Dark mode').click();
    await activity.waitFor();
    expect(await field.inputValue()).toBe('Ask Ada');

    const error = { type: 'api_error', code: 'service_unavailable', message: 'No', request_id: 'r' };
    let fails = true;
    await page.route(`**/app/api/feedback/${id}/notes`, (route) =>
      fails && route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { error } })
        : route.fallback(),
    );
    await activity.getByRole('button', { name: 'Add note' }).click();
    await activity.getByRole('alert').getByText('Your text is still here').waitFor();
    expect(await field.inputValue()).toBe('Ask Ada');
    await owner.expectAccessible();
    fails = false;
    await activity.getByRole('button', { name: 'Add note' }).click();
    await activity.getByRole('listitem').getByText('Ask Ada').waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('loads more entries, in one order', async () => {
    const { owner, id, activity } = await openItem('Pages', { title: 'Item' });
    for (let i = 1; i <= 24; i++) {
      await owner.callApi('PATCH', `feedback/${id}`, { title: `Item ${i}` });
      if (i % 12 === 0) await owner.callApi('POST', `feedback/${id}/notes`, { text: `Note ${i}` });
    }
    await owner.page.reload();
    const entries = activity.getByRole('listitem');
    await entries.getByText('Note 12').waitFor();
    expect(await entries.getByText('created the item').count()).toBe(0);
    const error = { type: 'api_error', code: 'service_unavailable', message: 'No', request_id: 'r' };
    const later = '**/history?*cursor=*';
    await owner.page.route(later, (route) => route.fulfill({ status: 503, json: { error } }));
    await activity.getByRole('button', { name: 'Load more' }).click();
    await activity.getByRole('alert').waitFor();
    await owner.page.unroute(later);
    await activity.getByRole('button', { name: 'Load more' }).click();
    await entries.getByText('created the item').waitFor();
    // The history is written shortly after the response, so the last change can come with the next poll.
    await entries.nth(26).waitFor();
    expect(await entries.count()).toBe(27);
    expect(await activity.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  });

  it('names a member who joined while the page was open', async () => {
    const { owner, id, activity } = await openItem('Joined since', { title: 'Dark mode' });
    const others = await owner.callApi<Added>('POST', 'feedback', { title: 'Search' });
    const [ben, cem] = [await fixture.visit(), await fixture.visit()];
    await join(ben, owner, 'editor', 'Ben');
    await ben.callApi('POST', `feedback/${id}/notes`, { text: 'First' });
    await owner.page.reload();
    await activity.getByRole('listitem').filter({ hasText: 'First' }).getByText('Ben').waitFor();
    await join(cem, owner, 'editor', 'Cem');
    await cem.callApi('POST', `feedback/${others.data.id}/notes`, { text: 'Second' });
    await owner.row('Search').click();
    await activity.getByRole('listitem').filter({ hasText: 'Second' }).getByText('Cem').waitFor();
  });

  it('shows other items of the same email address, and fits three widths', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Same person');
    const { page } = owner;
    let id = '';
    for (let i = 1; i <= 7; i++) {
      const body = {
        title: `Item ${i} with a long title that does not fit in the panel`,
        submitter_email: EMAIL,
      };
      ({ id } = (await owner.callApi<Added>('POST', 'feedback', body)).data);
    }
    await owner.callApi('POST', 'feedback', { title: 'Other', submitter_email: 'grace@example.com' });
    for (const text of ['Short', LONG]) await owner.callApi('POST', `feedback/${id}/notes`, { text });
    await owner.callApi('PATCH', `feedback/${id}`, { title: `${LONG.slice(0, 80)}`, description: LONG });
    await owner.goTo(`/app/inbox?item=${id}`);
    const panel = page.getByRole('region', { name: 'Feedback item' });
    const others = panel.getByRole('region', { name: 'Other items from this person' });
    await others.waitFor();
    expect(await others.getByRole('listitem').count()).toBe(5);
    const activity = panel.getByRole('region', { name: 'Activity' });
    await activity.getByText('Short').waitFor();
    await activity.getByText('changed the title').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('item-panel');
    await owner.expectFits('item-panel-activity', activity);
    await activity.getByText('Show title change').click();
    await activity.getByText('Before').first().waitFor();
    await others.getByRole('link', { name: /Item 6/ }).click();
    await others.getByRole('link', { name: /Item 6/ }).waitFor({ state: 'detached' });
    await others.getByRole('link', { name: 'Show all items' }).click();
    await page.getByText(`Submitter: ${EMAIL}`).waitFor();
  });

  /** notifications.md 2 */
  it('completes names after @, and the notification opens the item at the note', async () => {
    const { owner, id, activity, field } = await openItem('Mentions', { title: 'Dark mode' });
    const { page } = owner;
    const member = await fixture.visit();
    await join(member, owner, 'editor', 'Ben Editor');
    await join(await fixture.visit(), owner, 'viewer', 'Berta Viewer');
    const options = activity.getByRole('listbox', { name: 'Members' }).getByRole('option');
    await field.fill('(@be)');
    await page.keyboard.press('ArrowLeft');
    await options.filter({ hasText: 'Ben Editor' }).click();
    await options.first().waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('(@Ben Editor)');
    await field.fill('@be');
    await options.filter({ hasText: 'Berta Viewer' }).click();
    await page.keyboard.press('Control+Enter');
    await activity.getByRole('listitem').getByText('@Berta Viewer').waitFor();
    await page.keyboard.type('@be');
    await options.nth(1).waitFor();
    await field.fill('');
    await page.keyboard.type('Hi @be');
    await options.nth(1).waitFor();
    expect(await options.count()).toBe(2);
    await owner.expectAccessible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'));
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('Hi @Ben Editor ');
    await page.keyboard.type('and @');
    await options.filter({ hasText: 'Berta Viewer' }).click();
    expect(await field.inputValue()).toBe('Hi @Ben Editor and @Berta Viewer ');
    await page.keyboard.type('@');
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Enter');
    await activity.getByText('Hi @Ben Editor').waitFor();
    for (let n = 0; n < 25; n++) await owner.callApi('POST', `feedback/${id}/notes`, { text: `Later ${n}` });

    await member.goTo('/app/inbox');
    await member.page.getByRole('button', { name: '1 unread notification' }).click();
    const mention = member.page.getByRole('link', { name: 'mentioned you in a note on “Dark mode”' });
    await mention.getByText('Hi @Ben Editor and @Berta Viewer').waitFor();
    await member.expectAccessible();
    await mention.click();
    const note = member.page.getByRole('listitem').filter({ hasText: 'Hi @Ben Editor' });
    await note.and(member.page.locator(':focus')).waitFor();
    await member.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  });
});
