import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitTwoFrames, type Visit } from './support/visit';

/** What a key press or a click shows before what takes long: the next task of the page must see it. */
describeInBrowser('the answer to a key press or a click', () => {
  const fixture = useBrowser();

  async function inbox(name: string, ...titles: string[]): Promise<Visit> {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.createItems(...titles);
    await owner.goTo('/app/inbox');
    await owner.row(titles.at(-1)!).waitFor();
    return owner;
  }

  /** Returns what `read` returns in the task after the next event of this type, before anything that the event has started. */
  async function afterNext<T>(page: Page, type: 'click' | 'keydown', read: () => T) {
    await page.evaluate(
      ([type, read]) => {
        const { port1, port2 } = new MessageChannel();
        const read_ = new Function(`return (${read})()`) as () => unknown;
        (globalThis as { wasRead?: Promise<unknown> }).wasRead = new Promise((resolve) => {
          port1.onmessage = () => resolve(read_());
        });
        addEventListener(type, () => port2.postMessage(null), { capture: true, once: true });
      },
      [type, read.toString()] as const,
    );
    return () => page.evaluate(() => (globalThis as { wasRead?: Promise<unknown> }).wasRead as Promise<T>);
  }

  it('to a letter comes before the results of the last one, and the letter stays', async () => {
    const owner = await inbox('Typing', 'Sign in', 'Export fails', 'Expert mode');
    const { page } = owner;
    const field = page.getByRole('searchbox');
    await page.evaluate(() => {
      const pushState = history.pushState.bind(history);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        document.body.dataset.isShown = String(document.querySelector('mark') !== null);
        document.execCommand('insertText', false, 'o');
      };
      history.pushState = (...args) => {
        history.pushState = pushState;
        // An event after the one that starts the search.
        port2.postMessage(null);
        pushState(...args);
      };
    });
    await field.fill('exp');
    await page.waitForURL(/\?q=expo$/);
    expect(await field.inputValue()).toBe('expo');
    expect(await page.locator('body').getAttribute('data-is-shown')).toBe('false');
    await owner.row('Expert mode').waitFor({ state: 'detached' });
    await owner.row('Export fails').locator('mark').waitFor();
  });

  it('to a click on a status or a page marks it as the current one', async () => {
    const { page } = await inbox('Clicked', 'One item');
    const current = () =>
      [...document.querySelectorAll('nav [aria-current=page]')].map((link) => link.textContent);
    const status = await afterNext(page, 'click', current);
    await page.getByRole('link', { name: /^New ?1$/ }).click();
    expect(await status()).toEqual(['Inbox', 'New1']);
    const board = await afterNext(page, 'click', current);
    await page.getByRole('link', { name: 'Board' }).click();
    expect(await board()).toEqual(['Board', 'New1']);
    await page.getByRole('heading', { name: 'Board' }).waitFor();
    expect(await page.evaluate(current)).toEqual(['Board']);
  });

  it('to a click on a page that is not loaded keeps the mark', async () => {
    const { page } = await inbox('Loading', 'One item');
    await page.getByRole('link', { name: /^All ?1$/ }).waitFor();
    let load = () => {};
    const isLoaded = new Promise<void>((resolve) => (load = resolve));
    await page.route(/\/assets\/insights-.*\.js$/, async (route) => {
      await isLoaded;
      await route.continue();
    });
    const requested = page.waitForRequest(/\/assets\/insights-.*\.js$/);
    await page.getByRole('link', { name: 'Insights' }).click();
    await requested;
    const marked = page.getByRole('navigation').locator('[aria-current=page]');
    await page.evaluate(waitTwoFrames);
    expect(await marked.allTextContents()).toEqual(['Insights', 'All1']);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    load();
    await page.getByRole('heading', { name: 'Insights' }).waitFor();
    expect(await marked.allTextContents()).toEqual(['Insights']);
  });

  it('to the first cursor does not wait for the dialogs that load for it', async () => {
    const { page } = await inbox('Cursor', 'One item');
    const read = () => [
      document.querySelector('[data-cursor]') !== null,
      document.querySelectorAll('link[href*="-dialog"]').length,
    ];
    const [, before] = await page.evaluate(read);
    const key = await afterNext(page, 'keydown', read);
    await page.keyboard.press('j');
    expect(await key()).toEqual([true, before]);
    await page.waitForFunction(
      (before) => document.querySelectorAll('link[href*="-dialog"]').length > Number(before),
      before,
    );
  });
});
