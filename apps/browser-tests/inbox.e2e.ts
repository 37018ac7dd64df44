import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitUntil, type Visit } from './support/visit';

interface StoredItem {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly version: number;
}

describeInBrowser('the inbox', () => {
  const fixture = useBrowser();

  async function inbox(name: string, ...items: readonly object[]): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    for (const item of items) await owner.callApi('POST', 'feedback', item);
    await owner.goTo('/app/inbox');
    await owner.page.getByRole('row').first().waitFor();
    return owner;
  }
  const storedItem = async (owner: Visit) =>
    (await owner.callApi<{ data: StoredItem[] }>('GET', 'feedback?sort=title')).data;
  const statuses = async (owner: Visit) => (await storedItem(owner)).map(({ status }) => status).join(' ');
  const undoButton = ({ page }: Visit) => page.getByRole('button', { name: 'Undo', exact: true });

  it('handles the first click, check, and tap after scrolling, and keeps its scroll position', async () => {
    const owner = await fixture.visit({ hasTouch: true });
    const { page } = owner;
    await owner.createAccount('Scrolled');
    await owner.importItems(Array.from({ length: 80 }, (_, n) => `Row ${n} of many`));
    const grid = page.getByRole('grid', { name: 'Feedback items' });
    const scrollTop = () => grid.evaluate((element) => element.scrollTop);
    /** Scrolls down, and returns the row in the middle of the list. */
    const scroll = async () => {
      await owner.goTo('/app/inbox');
      await grid.hover();
      await page.mouse.wheel(0, 1200);
      await waitUntil(async () => (await scrollTop()) === 1200);
      const box = (await grid.boundingBox())!;
      let title = '';
      await waitUntil(async () => {
        const text = await page.evaluate(
          ([x, y]) => document.elementFromPoint(x!, y!)?.closest('[role=row]')?.textContent ?? '',
          [box.x + box.width / 2, box.y + box.height / 2],
        );
        title = /Row \d+ of many/.exec(text)?.[0] ?? '';
        return title !== '';
      });
      return { title, row: owner.row(title) };
    };
    const opened = page
      .getByRole('region', { name: 'Feedback item' })
      .getByRole('textbox', { name: 'Title' });
    const expectOpen = async (title: string) => {
      await waitUntil(async () => (await opened.inputValue()) === title);
      expect(await scrollTop()).toBe(1200);
    };

    const clicked = await scroll();
    await clicked.row.getByText(clicked.title).click();
    await expectOpen(clicked.title);

    const clickScroll = await scroll();
    await clickScroll.row.getByText(clickScroll.title).tap();
    await expectOpen(clickScroll.title);

    const checked = await scroll();
    await checked.row.getByRole('checkbox').click();
    await page.getByText('1 selected').waitFor();
    expect(await checked.row.getByRole('checkbox').isChecked()).toBe(true);
    expect(await scrollTop()).toBe(1200);

    const keyScroll = await scroll();
    await keyScroll.row.getByLabel('Status: New. Change status').click();
    await page.getByRole('menuitem', { name: 'Planned' }).click();
    await keyScroll.row.getByLabel('Status: Planned. Change status').waitFor();
    expect(await scrollTop()).toBe(1200);

    // The keyboard cursor also starts at a visible row.
    await scroll();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    expect(await scrollTop()).toBe(1200);
  });

  it('restores each status with Undo after a batch change', async () => {
    const owner = await inbox(
      'Many',
      { title: 'Third' },
      { title: 'Second', status: 'planned' },
      { title: 'First' },
    );
    const { page } = owner;
    for (const key of ['j', 'x', 'Shift+J', 'Shift+J', '5']) await page.keyboard.press(key);
    await page.getByText('3 items are now Declined.').and(page.locator(':visible')).first().waitFor();
    // The notice stays while the pointer is over it.
    await undoButton(owner).hover();
    await waitUntil(async () => (await statuses(owner)) === 'declined declined declined');
    const notice = (await page.getByRole('alert').boundingBox())!;
    const bar = (await page.getByRole('region', { name: 'Selected items' }).boundingBox())!;
    expect(notice.y + notice.height).toBeLessThanOrEqual(bar.y);
    await owner.expectAccessible();
    await undoButton(owner).click();
    await waitUntil(async () => (await statuses(owner)) === 'new planned new');
    await owner.row('Second').getByLabel('Status: Planned. Change status').waitFor();
    await page.getByText('Restored the previous status of 3 items.').waitFor({ state: 'attached' });
    expect(await page.locator(':focus').getAttribute('role')).toBe('grid');
  });

  it('skips items in an undo that changed since then', async () => {
    const owner = await inbox('Many since', { title: 'Third' }, { title: 'Second' }, { title: 'First' });
    const { page } = owner;
    for (const key of ['j', 'x', 'Shift+J', 'Shift+J', '2']) await page.keyboard.press(key);
    // The notice stays while the pointer is over it.
    await undoButton(owner).dispatchEvent('mouseover');
    const [first, , third] = await storedItem(owner);
    await owner.callApi('PATCH', `feedback/${first!.id}`, { status: 'shipped' });
    await owner.callApi('PATCH', `feedback/${third!.id}`, { title: 'Third, edited' });
    await undoButton(owner).click();
    await page.getByText('Couldn’t restore the status of 1 item. It has changed since then.').waitFor();
    await waitUntil(async () => (await statuses(owner)) === 'shipped new new');
  });

  it('undoes two batch changes, one after the other', async () => {
    const owner = await inbox('Many twice', { title: 'Second', status: 'building' }, { title: 'First' });
    const { page } = owner;
    for (const key of ['j', 'x', 'Shift+J', '2']) await page.keyboard.press(key);
    await waitUntil(async () => (await statuses(owner)) === 'planned planned');
    await page.getByText('2 items are now Planned.').and(page.locator(':visible')).first().waitFor();
    await page.keyboard.press('4');
    await waitUntil(async () => (await statuses(owner)) === 'shipped shipped');
    await page.getByText('2 items are now Shipped.').and(page.locator(':visible')).first().waitFor();
    const undoneNotice = page.getByText('Restored the previous status of 2 items.');
    await page.keyboard.press('z');
    await waitUntil(async () => (await statuses(owner)) === 'planned planned');
    await undoneNotice.first().waitFor();
    await page.keyboard.press('z');
    await waitUntil(async () => (await statuses(owner)) === 'new building');
  });

  it('undoes a change of one item from its notice, with z, and with Ctrl+Z', async () => {
    const owner = await inbox('One by one', { title: 'Second' }, { title: 'First' });
    const { page } = owner;
    const status = (title: string, name: string) =>
      owner.row(title).getByLabel(`Status: ${name}. Change status`);
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.getByText('“First” is now Planned.').waitFor();
    await undoButton(owner).click();
    await status('First', 'New').waitFor();
    await page.getByText('Change to “First” undone.').waitFor();
    await waitUntil(async () => (await statuses(owner)) === 'new new');

    await page.keyboard.press('3');
    await page.getByText('“First” is now Building.').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('4');
    await page.getByText('“Second” is now Shipped.').waitFor();
    // The later notice replaced the earlier one; the keys undo both changes.
    await page.getByText('“First” is now Building.').waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await status('Second', 'New').waitFor();
    await page.keyboard.press('Control+z');
    await status('First', 'New').waitFor();
    await waitUntil(async () => (await statuses(owner)) === 'new new');

    await owner.row('Second').click();
    const title = page.getByRole('region', { name: 'Feedback item' }).getByRole('textbox', { name: 'Title' });
    await title.fill('Edited');
    // In a text field, the browser handles Ctrl+Z.
    await title.press('Control+z');
    expect(await title.inputValue()).toBe('Second');
    await title.fill('Edited');
    await title.press('Enter');
    await page.getByText('Changed the title of “Edited”.').waitFor();
    const [edited] = await storedItem(owner);
    await owner.callApi('PATCH', `feedback/${edited!.id}`, { description: 'Changed by someone else' });
    await page.keyboard.press('z');
    await owner.row('Second').waitFor();
    await waitUntil(async () => (await storedItem(owner)).every((item) => item.title !== 'Edited'));

    // Four notices are shown at most. The next one waits until one of them closes.
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).first().click();
    await page.keyboard.press('5');
    await page.getByText('“Second” is now Declined.').waitFor();
    const declined = (await storedItem(owner)).find((item) => item.title === 'Second')!;
    await owner.callApi('PATCH', `feedback/${declined.id}`, { status: 'planned' });
    await page.keyboard.press('z');
    await page.getByText('Couldn’t undo. “Second” has changed since then.').waitFor();
    expect(await statuses(owner)).toBe('new planned');
  });

  it('announces a change of status only after it is stored', async () => {
    const owner = await inbox('Offline', { title: 'Unmoved' });
    const { page } = owner;
    await page.evaluate(() => {
      Object.assign(globalThis, { announcements: '' });
      new MutationObserver(() => {
        const texts = [...document.querySelectorAll('[role=status], [role=alert]')].map(
          (one) => one.textContent,
        );
        Object.assign(globalThis, {
          announcements: (globalThis as unknown as { announcements: string }).announcements + texts.join(),
        });
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    // Only the change fails: a failed list or count would show another message.
    await page.route('**/app/api/feedback/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.keyboard.press('j');
    await page.keyboard.press('4');
    await page.getByText('Couldn’t update “Unmoved”').waitFor();
    const announcements = () =>
      page.evaluate(() => (globalThis as unknown as { announcements: string }).announcements);
    expect(await announcements()).not.toContain('is now Shipped');
    await page.unroute('**/app/api/feedback/*');
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.keyboard.press('3');
    await waitUntil(async () => (await announcements()).includes('“Unmoved” is now Building.'));
  });

  it('finds part of an email address, highlights matches, and counts them for each status', async () => {
    const owner = await inbox(
      'By address',
      { title: 'Hers', submitter_email: 'Ada@example.com' },
      { title: 'His', submitter_email: 'bob@other.org' },
      { title: 'About ada@example.com', status: 'planned' },
      { title: 'Long', description: `${'Words before. '.repeat(20)}Then ada@exam at last.` },
    );
    const { page } = owner;
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill('ada@exam');
    await owner.row('His').waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(3);
    expect(await owner.row('Hers').locator('mark').allTextContents()).toEqual(['Ada@exam']);
    expect(await owner.row('About').locator('mark').allTextContents()).toEqual(['ada@exam']);
    await owner.row('Long').locator('mark').click();
    for (const tab of ['All 3', 'New 2', 'Planned 1']) await page.getByRole('link', { name: tab }).waitFor();
    await page.keyboard.press('Escape');
    await owner.expectAccessible();
    await owner.expectFits('inbox-search');
    await page.getByRole('searchbox').fill('nobody@example.com');
    await page
      .getByText('No items contain “nobody@example.com” in the title, description, or submitter.')
      .waitFor();
  });

  it('shows the email address of the submitter, or else the source', async () => {
    const owner = await inbox(
      'Via',
      { title: 'Unsigned' },
      { title: 'Signed', submitter_email: 'ada@example.com' },
    );
    await owner.row('Signed').getByText('ada@example.com').waitFor();
    await owner.row('Unsigned').getByText('via Dashboard').waitFor();
  });

  it('cuts off an email address that is longer than its column', async () => {
    const owner = await inbox('Long', { title: 'Long', submitter_email: `${'w'.repeat(64)}@example.com` });
    const cell = owner.row('Long').getByRole('gridcell').filter({ hasText: '@example.com' });
    expect(await cell.evaluate((one) => getComputedStyle(one).overflow)).toBe('hidden');
  });

  it('shows the external ID of an item that has one', async () => {
    const externalId = `https://desk.example.com/tickets/${'4711'.repeat(50)}`;
    const owner = await inbox('External ID', { title: 'Own' }, { title: 'Ticket', external_id: externalId });
    const panel = owner.page.getByRole('region', { name: 'Feedback item' });
    await owner.row('Ticket').click();
    await panel.getByRole('term').filter({ hasText: 'External ID' }).waitFor();
    await panel.getByText(externalId, { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Copy external ID' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('external-id');
    await owner.row('Own').click();
    await panel.getByText('External ID').waitFor({ state: 'detached' });
    await panel.getByText('Source').waitFor();
  });

  it('fits every status tab next to an open item', async () => {
    const owner = await inbox('Tabs', { title: 'Open me' });
    const { page } = owner;
    await page.route('**/app/api/feedback/counts*', (route) =>
      route.fulfill({
        json: {
          data: {
            ...{ new: 10_000, planned: 567, building: 89, shipped: 10_000, declined: 678, quarantined: 0 },
            at_least: ['new', 'shipped'],
          },
        },
      }),
    );
    await page.reload();
    await owner.row('Open me').click();
    await page.getByRole('region', { name: 'Feedback item' }).waitFor();
    const declined = page.getByRole('link', { name: 'Declined 678' });
    await declined.waitFor();
    const tabs = page.getByRole('navigation', { name: 'Status' });
    const overflow = await tabs.evaluate((element) => element.scrollWidth - element.clientWidth);
    await owner.expectFits('tabs-beside-item');
    expect(overflow).toBe(0);
  });

  it('puts the cursor at the end of a description', async () => {
    const owner = await inbox('Caret', { title: 'Described', description: 'Begun' });
    const { page } = owner;
    await owner.row('Described').click();
    await page.getByRole('button', { name: 'Edit description' }).press('Enter');
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    await page.keyboard.type(' and ended');
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Begun and ended');
  });

  it('lists Enter among the shortcuts, and opens an item with it', async () => {
    const { page } = await inbox('Keys', { title: 'One' });
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Open item').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Feedback item' }).waitFor();
  });
});
