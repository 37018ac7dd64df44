import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { copyWith } from './support/clipboard';
import { useBrowser } from './support/fixture';
import { waitUntil, type Visit } from './support/visit';

interface StoredItems {
  readonly data: readonly { readonly title: string; readonly source: string }[];
}

const section = (page: Page) => page.getByRole('region', { name: 'Widget' });
const frame = (page: Page) => page.frameLocator('iframe[title="Widget preview"]');
const snippet = (page: Page) => copyWith(section(page).getByRole('button', { name: 'Copy snippet' }));

describeInBrowser('the widget section of the form page', () => {
  const fixture = useBrowser();

  async function settings(
    name: string,
    form: object = {},
  ): Promise<{ owner: Visit; page: Page; slug: string }> {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount(name);
    await owner.callApi('PATCH', 'form', form);
    await owner.goTo('/app/form');
    await section(owner.page).scrollIntoViewIfNeeded();
    return { owner, page: owner.page, slug };
  }

  it('builds the snippet, starting with the color of the form', async () => {
    const { page, slug } = await settings('Snippets', { accent: '#0f766e' });
    const src = `${fixture.product.origin}/widget.js`;
    expect(await snippet(page)).toBe(
      `<script\n  src="${src}"\n  data-slug="${slug}"\n  data-color="#0f766e"\n  async\n></script>`,
    );
    await section(page).getByLabel('Color', { exact: true }).fill('');
    expect(await snippet(page)).toBe(`<script\n  src="${src}"\n  data-slug="${slug}"\n  async\n></script>`);
    await section(page).getByLabel('Button label').fill('"Ideas" & more');
    await section(page).getByLabel('Position').selectOption('Top left');
    expect(await snippet(page)).toContain(
      `  data-label="&quot;Ideas&quot; &amp; more"\n  data-position="top-left"\n`,
    );
    await section(page).getByLabel('Color', { exact: true }).fill('#12');
    await section(page).getByText('Enter a color as # and six hexadecimal digits').waitFor();
  });

  it('shows the two sources that a content security policy needs', async () => {
    const { page } = await settings('Policies');
    const copy = section(page).getByRole('button', { name: 'Copy directives' });
    const { origin } = fixture.product;
    expect(await copyWith(copy)).toBe(`script-src ${origin}; connect-src ${origin}`);
  });

  it('previews the live widget with the chosen options, and delivers its submissions', async () => {
    const { owner, page } = await settings('Trying out');
    await section(page).getByLabel('Button label').fill('Wishes');
    await frame(page).getByRole('button', { name: 'Wishes' }).click();
    const dialog = frame(page).getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Sent from the preview');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await frame(page).getByText('Thank').waitFor();
    const items = async () => (await owner.callApi<StoredItems>('GET', 'feedback')).data;
    await waitUntil(async () => (await items()).length > 0);
    expect(await items()).toMatchObject([{ title: 'Sent from the preview', source: 'widget' }]);
  });

  it('isolates the preview from the dashboard', async () => {
    const { page } = await settings('Sandboxed');
    await frame(page).getByRole('button', { name: 'Feedback' }).waitFor();
    const previewFrame = page.frames().find((one) => one.url().includes('/widget'))!;
    const accessible = await previewFrame.evaluate(() => {
      const attempts = [() => parent.document.title, () => document.cookie, () => localStorage.length];
      return attempts.map((reach) => {
        try {
          return String(reach());
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(accessible).toEqual(['SecurityError', 'SecurityError', 'SecurityError']);
  });

  it('works with the keyboard alone', async () => {
    const { page } = await settings('Keyboard');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await section(page).getByLabel('Button label').focus();
    await press('Tab');
    await page.keyboard.type('Top l');
    expect(await section(page).getByLabel('Position').inputValue()).toBe('top-left');
    await press('Tab', 'Tab');
    expect(await section(page).getByLabel('Color', { exact: true }).evaluate(hasFocus)).toBe(true);
    // A change of position replaces the frame after 400 ms, which would lose the focus inside it.
    await page.locator('iframe[src$="top-left"]').waitFor();
    await frame(page).getByRole('button', { name: 'Feedback' }).waitFor();
    // The frame is another process: a key pressed too soon goes to the previously focused element.
    await press('Tab');
    await waitUntil(() => frame(page).getByRole('button', { name: 'Feedback' }).evaluate(hasFocus));
    await press('Enter');
    await frame(page).getByRole('dialog').waitFor();
    await press('Escape');
    await frame(page).getByRole('dialog').waitFor({ state: 'hidden' });
    await press('Tab');
    await waitUntil(() => section(page).getByLabel('Widget snippet').evaluate(hasFocus));
    await press('Tab');
    const copy = section(page).getByRole('button', { name: 'Copy snippet' });
    expect(await copy.evaluate(hasFocus)).toBe(true);
    await press('Enter');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('data-position="top-left"');
  });

  it('previews a button of the page if the widget has none', async () => {
    const { page } = await settings('No button');
    await section(page).getByLabel('Position').selectOption('No button');
    await frame(page).getByRole('button', { name: 'Your own button' }).click();
    await frame(page).getByRole('dialog').waitFor();
  });

  it('adds no entries to the browser history', async () => {
    const { page } = await settings('History');
    const before = await page.evaluate(() => history.length);
    for (const position of ['Top left', 'Top right', 'Bottom left']) {
      await section(page).getByLabel('Position').selectOption(position);
      await page.locator(`iframe[src$="${position.toLowerCase().replace(' ', '-')}"]`).waitFor();
      await frame(page).getByRole('button', { name: 'Feedback' }).waitFor();
    }
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  it('follows saved changes: another slug, a closed form', async () => {
    const { page, slug } = await settings('Follower');
    await page.getByLabel('Slug').fill(`${slug}-two`);
    expect(await snippet(page)).toContain(`data-slug="${slug}"`);
    await page.getByLabel('Accept feedback').click({ force: true });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await snippet(page)).toContain(`data-slug="${slug}-two"`);
    await section(page).getByText('Your form is closed. The widget shows this').waitFor();
    await frame(page).getByRole('button', { name: 'Feedback' }).click();
    await frame(page)
      .getByText(/closed/)
      .waitFor();
  });

  it('does not run scripts in typed text', async () => {
    const { page } = await settings('Typed');
    await section(page).getByLabel('Button label').fill('"><img src=x onerror="window.hurt=1">');
    await frame(page).getByRole('button', { name: '"><img src=x' }).waitFor();
    const previewFrame = page.frames().find((one) => one.url().includes('/widget?'))!;
    expect(await previewFrame.evaluate(() => 'hurt' in window)).toBe(false);
  });

  it('is accessible in both color schemes and fits three widths', async () => {
    const { owner, page } = await settings('Looks', { accent: '#0f766e' });
    await frame(page).getByRole('button', { name: 'Feedback' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('form-widget', section(page));
  });

  it('has room for the open widget at three widths', async () => {
    const { owner, page } = await settings('Open looks');
    await frame(page).getByRole('button', { name: 'Feedback' }).click();
    await frame(page).getByRole('dialog').waitFor();
    await owner.expectFits('form-widget-open', section(page));
  });
});

/** Runs in the page. Also works inside a shadow root or a frame. */
const hasFocus = (element: Element) => element.matches(':focus') && element.ownerDocument.hasFocus();
