import type { Locator } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitTwoFrames, waitUntil, type Visit } from './support/visit';

describeInBrowser('the board', () => {
  const fixture = useBrowser();

  async function board(name: string, ...titles: string[]): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems(...titles);
    await owner.goTo('/app/board');
    await column(owner, 'New').getByRole('listitem', { name: titles[0] }).waitFor();
    return owner;
  }
  const column = ({ page }: Visit, status: string) =>
    page.getByRole('region').filter({ has: page.getByRole('heading', { name: status, exact: false }) });

  async function statusOf(owner: Visit): Promise<string | undefined> {
    const { data } = await owner.callApi<{ data: { status: string }[] }>('GET', 'feedback');
    return data[0]?.status;
  }

  it('moves a card to another column with the mouse', async () => {
    const owner = await board('By mouse', 'Carry me');
    const { page } = owner;
    const card = (await column(owner, 'New').getByRole('listitem', { name: 'Carry me' }).boundingBox())!;
    const target = (await column(owner, 'Building').boundingBox())!;
    await page.mouse.move(card.x + card.width / 2, card.y + 12);
    await page.mouse.down();
    await page.mouse.move(card.x + card.width / 2 + 10, card.y + 20, { steps: 3 });
    await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 10 });
    await page.mouse.up();
    await column(owner, 'Building').getByRole('listitem', { name: 'Carry me' }).waitFor();
    await waitUntil(async () => (await statusOf(owner)) === 'building');
  });

  it('moves a card to another column with the keyboard, and announces it', async () => {
    const owner = await board('By keys', 'Lift me');
    const { page } = owner;
    await column(owner, 'New').getByRole('listitem', { name: 'Lift me' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Picked up “Lift me” from New.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByText('“Lift me” is over Planned.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await column(owner, 'Planned').getByRole('listitem', { name: 'Lift me' }).waitFor();
    await waitUntil(async () => (await statusOf(owner)) === 'planned');
  });

  it('shows where a dropped card appears: at its place in the order, without a gap', async () => {
    const owner = await board('By order', 'Oldest');
    const { page } = owner;
    for (const title of ['Planned 1', 'Planned 2', 'Planned 3'])
      await owner.callApi('POST', 'feedback', { title, status: 'planned' });
    await page.reload();
    const planned = column(owner, 'Planned');
    await planned.getByRole('listitem', { name: 'Planned 3' }).waitFor();
    const places = () =>
      planned
        .getByRole('listitem')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    const before = await places();
    const card = (await column(owner, 'New').getByRole('listitem', { name: 'Oldest' }).boundingBox())!;
    const first = (await planned.getByRole('listitem', { name: 'Planned 3' }).boundingBox())!;
    await page.mouse.move(card.x + card.width / 2, card.y + 12);
    await page.mouse.down();
    await page.mouse.move(card.x + card.width / 2 + 10, card.y + 20, { steps: 3 });
    await page.mouse.move(first.x + first.width / 2, first.y + 12, { steps: 10 });
    await planned.getByText('Sorted: Newest first').waitFor();
    expect(await places()).toEqual(before);
    await page.mouse.up();
    await planned.getByRole('listitem', { name: 'Oldest' }).and(page.locator(':focus')).waitFor();
    const titles = await planned
      .getByRole('listitem')
      .evaluateAll((cards) =>
        cards
          .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((one) => one.ariaLabel),
      );
    expect(titles).toEqual(['Planned 3', 'Planned 2', 'Planned 1', 'Oldest']);
    await planned.getByText('Sorted: Newest first').waitFor({ state: 'detached' });
  });

  it('sorts the cards by date, requests, or last change, also after a reload', async () => {
    const owner = await board('Sorted', 'Alpha', 'Beta', 'Gamma', 'Delta');
    const { page } = owner;
    const { data } = await owner.callApi<{ data: { id: string; title: string }[] }>('GET', 'feedback');
    const idOf = (title: string) => data.find((item) => item.title === title)!.id;
    await owner.callApi('PATCH', `feedback/${idOf('Delta')}`, { merged_into: idOf('Alpha') });
    await owner.callApi('PATCH', `feedback/${idOf('Beta')}`, { title: 'Beta, changed' });
    await page.reload();
    const titles = async () =>
      (
        await column(owner, 'New')
          .getByRole('listitem')
          .evaluateAll((cards) => cards.map((it) => it.ariaLabel))
      ).join();
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    await waitUntil(async () => (await titles()) === 'Gamma,Beta, changed,Alpha');
    await sort.selectOption('Most requested');
    await waitUntil(async () => (await titles()) === 'Alpha,Gamma,Beta, changed');
    await sort.selectOption('Recently updated');
    await waitUntil(async () => (await titles()) === 'Beta, changed,Alpha,Gamma');
    await page.reload();
    await waitUntil(async () => (await titles()) === 'Beta, changed,Alpha,Gamma');
    await owner.expectAccessible();
    await owner.expectFits('board-sorted');
  });

  it('renders only the cards that are seen, and reaches all of them by wheel and keys', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Many cards');
    const { page } = owner;
    const statuses = ['new', 'planned', 'building', 'shipped', 'declined'];
    const lines = statuses.flatMap((status) =>
      Array.from({ length: 50 }, (_, i) =>
        JSON.stringify({ title: `${status} card ${i}`, status, tags: ['mobile'] }),
      ),
    );
    const type = { 'content-type': 'application/x-ndjson' };
    await owner.callApi('POST', 'feedback/import?dry_run=false&skip_invalid=false', lines.join('\n'), type);
    await owner.goTo('/app/board');
    for (const status of statuses)
      await page
        .getByRole('listitem', { name: `${status} card` })
        .first()
        .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1_500);
    const list = column(owner, 'New');
    expect(await list.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('50');
    await list.getByRole('listitem').first().focus();
    for (let i = 0; i < 49; i++) {
      await page.keyboard.press('ArrowDown');
      await page.locator(`[role=listitem][aria-posinset="${i + 2}"]:focus`).waitFor();
    }
    await page.keyboard.press('ArrowRight');
    await column(owner, 'Planned').locator('[role=listitem][aria-posinset="50"]:focus').waitFor();
    await page.keyboard.press('1');
    await list.locator('[role=listitem]:focus').waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1_500);
  });

  it('announces a change of status, and undoes it with z', async () => {
    const owner = await board('Undo on board', 'Move me');
    const { page } = owner;
    await column(owner, 'New').getByRole('listitem', { name: 'Move me' }).focus();
    await page.keyboard.press('3');
    await page.getByText('“Move me” is now Building.').and(page.locator(':visible')).waitFor();
    await waitUntil(async () => (await statusOf(owner)) === 'building');
    await page.keyboard.press('z');
    await column(owner, 'New').getByRole('listitem', { name: 'Move me' }).waitFor();
    await waitUntil(async () => (await statusOf(owner)) === 'new');
  });

  it('deletes a card once, ignores further keys on it, and restores it with z', async () => {
    const owner = await board('Twice', 'Kept', 'Delete me');
    const { page } = owner;
    const card = column(owner, 'New').getByRole('listitem', { name: 'Delete me' });
    await card.focus();
    const element = (await card.elementHandle())!;
    // At once, because the card can be restored for 10 seconds only. It is then a new element.
    for (const key of ['#', '#', '3', 'z']) await page.keyboard.press(key);
    await card.waitFor();
    expect(await element.evaluate((before) => before.isConnected)).toBe(false);
    expect((await owner.callApi<{ data: object[] }>('GET', 'feedback?status=new')).data.length).toBe(2);

    await card.focus();
    await page.keyboard.press('#');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /^New\s*1$/ }).waitFor();
    for (const key of ['#', '3']) await page.keyboard.press(key);
    await page.evaluate(waitTwoFrames);
    expect(await column(owner, 'New').getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('Kept'),
    ]);
  });

  it('searches and filters cards, and shows the counts', async () => {
    const owner = await board('Find on board', 'Dark mode', 'Export');
    const { page } = owner;
    await owner.callApi('POST', 'feedback', {
      title: 'Darker',
      status: 'shipped',
      submitter_email: 'ada@example.com',
    });
    await page.keyboard.press('/');
    await page.keyboard.type('dark');
    await column(owner, 'New').getByRole('listitem', { name: 'Export' }).waitFor({ state: 'detached' });
    await column(owner, 'Shipped').getByRole('listitem', { name: 'Darker' }).locator('mark').waitFor();
    await page.getByRole('heading', { name: /^New\s*1$/ }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.locator(':focus').waitFor();
    await filters.getByLabel('Submitter').fill('ada@example.com');
    await filters.getByLabel('Submitter').press('Enter');
    await column(owner, 'New').getByText('No matching items.').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await column(owner, 'Shipped').getByRole('listitem', { name: 'Darker' }).waitFor();
    await column(owner, 'New').getByText('No matching items.').waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByText('Dark mode') })
        .count(),
    ).toBe(0);
    await owner.expectAccessible();
    await owner.expectFits('board-filters');
  });

  it('leaves the focus in the search when the card of a closed item appears later', async () => {
    const owner = await board('Late card', 'Dark mode', 'Search');
    const { page } = owner;
    await page.getByRole('listitem', { name: 'Search' }).click();
    await page.getByRole('region', { name: 'Feedback item' }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search feedback' });
    await search.fill('dark');
    await page.getByRole('listitem', { name: 'Search' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Close' }).click();
    await search.fill('');
    await page.getByRole('listitem', { name: 'Search' }).waitFor();
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('shows and hides the details of a card by button and by key', async () => {
    const owner = await board('Details', 'Plain');
    const { page } = owner;
    const description = 'More about it,\nsee https://example.com/path';
    await owner.callApi('POST', 'feedback', {
      title: 'Described',
      description,
      submitter_email: 'ada@example.com',
    });
    await page.reload();
    const card = column(owner, 'New').getByRole('listitem', { name: 'Described' });
    await card.getByRole('button', { name: 'Show description and submitter of “Described”' }).click();
    await card.getByText('More about it,').waitFor();
    await card.getByText('ada@example.com').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('board-details');
    await card.focus();
    await page.keyboard.press('d');
    await card.getByText('ada@example.com').waitFor({ state: 'detached' });
    await column(owner, 'New').getByRole('listitem', { name: 'Plain' }).focus();
    await page.keyboard.press('d');
    await page.getByText('No description').waitFor();
  });

  it('returns the focus to the button of a menu that closes', async () => {
    const owner = await board('Menu by keyboard', 'Stay');
    const { page } = owner;
    const button = page.getByRole('button', { name: 'Move “Stay”' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Shipped' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();
  });

  it('adds a tag and removes it again in one dialog', async () => {
    const owner = await board('Tags of a card', 'Mine');
    const { page } = owner;
    const stored = async () => {
      const { data } = await owner.callApi<{ data: { tags: string[] }[] }>('GET', 'feedback');
      return data[0]!.tags;
    };
    await page.getByRole('listitem', { name: 'Mine' }).focus();
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('combobox').fill('ux');
    await page.getByRole('option', { name: 'ux' }).click();
    await waitUntil(async () => (await stored()).length === 1);
    await page.getByRole('option', { name: 'ux', selected: true }).click();
    await waitUntil(async () => (await stored()).length === 0);
  });

  it('moves a card from its menu on a narrow screen', async () => {
    const owner = await board('By menu', 'Send me');
    const { page } = owner;
    const menu = page.getByRole('button', { name: 'Move “Send me”' });
    const right = async (part: Locator) => {
      const { x, width } = (await part.boundingBox())!;
      return x + width;
    };
    for (const width of [1100, 850, 769, 720, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const space = (await right(page.getByRole('listitem', { name: 'Send me' }))) - (await right(menu));
      expect([width, space > 0]).toEqual([width, true]);
    }
    await menu.click();
    await page.getByRole('menuitem', { name: 'Shipped' }).click();
    await waitUntil(async () => (await statusOf(owner)) === 'shipped');
  });
});
