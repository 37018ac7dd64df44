import type { Locator } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const PHONE = { viewport: { width: 360, height: 800 } };

/** Visual details that no text or role shows. */
describeInBrowser('visual details', () => {
  const fixture = useBrowser();

  it.each(['sign-up', 'sign-in'])(
    '%s: the password field has the focus ring of other fields, valid or invalid',
    async (name) => {
      const before = await fixture.visit();
      await before.createAccount(`Rings ${name}`);
      const { page } = await fixture.visit();
      await page.goto(`${fixture.product.origin}/app/${name}`);
      const other = page.getByLabel('Email', { exact: true });
      const password = page.getByLabel('Password', { exact: true });
      await other.focus();
      const expectedRing = await other.evaluate(focusRing);
      expect(expectedRing).toMatchObject({ style: 'solid', width: '2px' });
      await other.press('Tab');
      expect(await password.evaluate(hasFocus)).toBe(true);
      expect(await inputWrapper(password).evaluate(focusRing)).toEqual(expectedRing);
      await page.getByRole('button', { name: name === 'sign-up' ? 'Create account' : 'Sign in' }).click();
      await password.and(page.locator('[aria-invalid=true]')).waitFor();
      // The first invalid field takes the focus in a later frame.
      await page.locator('[aria-invalid=true]:focus').waitFor();
      await other.focus();
      await other.press('Tab');
      expect(await inputWrapper(password).evaluate(focusRing)).toEqual(expectedRing);
      await password.press('Tab');
      expect((await inputWrapper(password).evaluate(focusRing)).style).toBe('none');
    },
  );

  it.each([1280, 1100, 1024])(
    '%i px: beside an open item, search, order, and tags have room',
    async (width) => {
      const owner = await fixture.visit({ viewport: { width, height: 800 } });
      const { page } = owner;
      await owner.createAccount(`Beside ${width}`);
      const tags = ['keyboard shortcuts', 'accessibility', 'mobile', 'settings'];
      for (let i = 0; i < 3; i++) {
        const title = `A title of an item that is long enough to need some room ${i}`;
        await owner.callApi('POST', 'feedback', { title, description: title.repeat(5), tags });
      }
      await owner.goTo('/app/inbox');
      const top = async () => (await page.getByRole('grid').boundingBox())!.y;
      const before = await top();
      await owner.row('room 0').click();
      await page.getByRole('heading', { name: 'Activity' }).waitFor();
      if (width === 1280) expect(await top()).toBe(before);
      const widthOf = async (part: Locator) => (await part.boundingBox())!.width;
      expect(await widthOf(page.getByRole('searchbox'))).toBeGreaterThanOrEqual(180);
      expect(await widthOf(page.getByRole('combobox', { name: 'Sort by' }))).toBeGreaterThanOrEqual(120);
      const row = owner.row('room 0');
      await row.getByText('+1', { exact: true }).waitFor();
      const cut = await row
        .getByText(/^(keyboard shortcuts|accessibility|mobile|\+1)$/)
        .evaluateAll((pills) =>
          pills.map((pill) => {
            const frame = pill.parentElement!.getBoundingClientRect();
            return pill.getBoundingClientRect().right - frame.right > 0.5;
          }),
        );
      expect(cut).toEqual([false, false, false, false]);
      await owner.expectAccessible();
    },
  );

  it.each([360, 768])('%i px: “More” is highlighted only on the pages in its menu', async (width) => {
    const owner = await fixture.visit({ viewport: { width, height: 800 } });
    await owner.createAccount(`Behind ${width}`);
    const more = owner.page.getByRole('button', { name: 'More' });
    const backgroundColor = (part: Locator) =>
      part.evaluate((element) => getComputedStyle(element).backgroundColor);
    await owner.goTo('/app/board');
    const activeColor = await backgroundColor(owner.page.getByRole('link', { name: 'Board' }));
    expect(await backgroundColor(more)).not.toBe(activeColor);
    for (const path of ['/app/import', '/app/developer', '/app/settings']) {
      await owner.goTo(path);
      await more.waitFor();
      expect([path, await backgroundColor(more), await more.getAttribute('aria-current')]).toEqual([
        path,
        activeColor,
        'true',
      ]);
    }
    await more.click();
    await owner.page.mouse.move(0, 0);
    expect(await backgroundColor(owner.page.getByRole('link', { name: 'Settings' }))).toBe(activeColor);
    expect(await backgroundColor(more)).not.toBe(activeColor);
  });

  it('the labels of the bottom bar are on one line', async () => {
    const owner = await fixture.visit(PHONE);
    await owner.createAccount('One line');
    await owner.goTo('/app/board');
    const bar = owner.page.getByRole('navigation');
    const topPositions = await Promise.all(
      ['Inbox', 'Board', 'Quarantine', 'Form', 'More'].map(
        async (word) => (await bar.getByText(word, { exact: true }).boundingBox())!.y,
      ),
    );
    expect(topPositions).toEqual(topPositions.map(() => topPositions[0]));
  });

  it('the tabs of the MCP clients are in one row on a phone, and arrow keys scroll each into view', async () => {
    const owner = await fixture.visit(PHONE);
    await owner.createAccount('Tabs in a row');
    await owner.goTo('/app/developer');
    const agents = owner.page.getByRole('region', { name: 'AI agents (MCP)' });
    const tabs = agents.getByRole('tab');
    await tabs.first().focus();
    const topPositions = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(topPositions).size).toBe(1);
    for (const host of ['Claude Desktop', 'Cursor', 'VS Code', 'Codex']) {
      await owner.page.keyboard.press('ArrowRight');
      const tab = agents.getByRole('tab', { name: host, selected: true });
      await tab.waitFor();
      const { x, width } = (await tab.boundingBox())!;
      expect([host, x >= 0, x + width <= 360]).toEqual([host, true, true]);
    }
    const list = await agents.getByRole('tablist').evaluate((it) => it.scrollHeight - it.clientHeight);
    expect(list).toBe(0);
    await owner.expectAccessible();
  });

  it('the widget snippet fits its box at 1440 px', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Fits');
    await owner.goTo('/app/form');
    const code = owner.page.getByRole('group', { name: 'Widget snippet' });
    expect(await code.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
    const section = owner.page.getByRole('region', { name: 'Widget' });
    await section.getByText('not your heading or introduction', { exact: false }).waitFor();
  });
});

const inputWrapper = (password: Locator) => password.locator('..');
const hasFocus = (element: Element) => element === document.activeElement;

function focusRing(element: Element) {
  const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
  return { style: outlineStyle, width: outlineWidth, color: outlineColor, offset: outlineOffset };
}
