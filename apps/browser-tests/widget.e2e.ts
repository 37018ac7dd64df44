import { describeInBrowser } from './support/chromium';
import { receivedItems, focusedElement, useHostSite } from './support/host-page';
import { useBrowser } from './support/fixture';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

/** form.md 8 */
describeInBrowser('the widget on another website', () => {
  const fixture = useBrowser();
  const site = useHostSite(fixture);

  async function owner(name: string) {
    const visit = await fixture.visit();
    return { visit, 'data-slug': (await visit.createAccount(name)).slug };
  }

  it('works with the keyboard alone, under a policy that allows only the service', async () => {
    const { visit: of, ...attributes } = await owner('Keyboard');
    const { page, button, dialog } = await site.visit(attributes);
    await button.waitFor();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab', 'Tab', 'Tab');
    expect(await focusedElement(page)).toBe('BUTTON Feedback');
    await press('Enter');
    await dialog.getByLabel('Title').waitFor();
    expect(await focusedElement(page)).toBe('INPUT Title');
    await page.keyboard.type('Typed');
    const stops = new Set<string>();
    for (let stop = 0; stop < 12; stop++) {
      await press('Tab');
      stops.add(await focusedElement(page));
    }
    expect([...stops].filter((stop) => !stop.startsWith('BODY')).sort()).toEqual(
      ['BUTTON Close', 'BUTTON Send feedback', 'INPUT Email', 'INPUT Title', 'TEXTAREA Details'].sort(),
    );
    await press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focusedElement(page)).toBe('BUTTON Feedback');
    await press('Enter');
    await dialog.getByLabel('Title').waitFor();
    await press('End');
    await page.keyboard.type(', not lost');
    await press('Enter');
    await dialog.getByText('Thanks for your feedback').waitFor();
    expect(await focusedElement(page)).toBe('BUTTON Close');
    await press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focusedElement(page)).toBe('BUTTON Feedback');
    expect(await receivedItems(of)).toMatchObject([
      { title: 'Typed, not lost', description: null, submitter_email: null, source: 'widget' },
    ]);
    await press('Enter');
    expect(await dialog.getByLabel('Title').inputValue()).toBe('');
  });

  it('works by touch at 320 px, with every field', async () => {
    const { visit: of, ...attributes } = await owner('Finger');
    const { page, button, dialog } = await site.visit(attributes, {}, PHONE);
    await button.tap();
    await dialog.getByLabel('Title').fill('From a phone');
    await dialog.getByLabel('Details').fill('Two\nlines');
    await dialog.getByLabel('Email').fill('bo@example.com');
    for (const target of [button, ...(await dialog.locator('button, input:visible, textarea').all())]) {
      expect((await target.boundingBox())!.height).toBeGreaterThan(40);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect((await dialog.boundingBox())!.x).toBeGreaterThan(12);
    await dialog.getByRole('button', { name: 'Send' }).tap();
    await dialog.getByText('Thanks for your feedback').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await dialog.waitFor({ state: 'hidden' });
    expect(await receivedItems(of)).toMatchObject([
      { title: 'From a phone', description: 'Two\nlines', submitter_email: 'bo@example.com' },
    ]);
  });

  it('fits if text is twice as large as usual', async () => {
    const { visit: _, ...attributes } = await owner('Large');
    const { page, button, dialog } = await site.visit(attributes, {}, PHONE, async (window) => {
      const client = await window.context().newCDPSession(window);
      await client.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    });
    await button.tap();
    await dialog.getByLabel('Title').fill('Large');
    expect(await button.evaluate((element) => getComputedStyle(element).fontSize)).toBe('32px');
    const widths = await dialog.evaluate((element) => {
      const { scrollWidth, clientWidth, offsetWidth } = element as HTMLElement;
      return { hidden: scrollWidth - clientWidth, offsetWidth };
    });
    expect(widths.hidden).toBe(0);
    expect(widths.offsetWidth).toBeLessThan(320);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it('is accessible in both color schemes and fits three widths: closed, open, rejected, and sent', async () => {
    const { visit: _, ...attributes } = await owner('Looks');
    // Without a link: its default color in the dark scheme fails axe, and is not part of the widget.
    const visit = await site.visit(attributes, { body: '<main><h1>A page of others</h1></main>' });
    await visit.button.waitFor();
    await visit.expectAccessible();
    await visit.expectFits('widget-closed');
    await visit.button.click();
    await visit.dialog.getByLabel('Title').waitFor();
    await visit.expectAccessible();
    await visit.expectFits('widget-open');
    await visit.dialog.getByLabel('Title').fill('x'.repeat(201));
    await visit.dialog.getByRole('button', { name: 'Send' }).click();
    await visit.dialog.getByText('Use 200 characters or fewer').waitFor();
    await visit.expectAccessible();
    await visit.expectFits('widget-rejected');
    await visit.dialog.getByLabel('Title').fill('Short');
    await visit.dialog.getByRole('button', { name: 'Send' }).click();
    await visit.dialog.getByText('Thanks for your feedback').waitFor();
    await visit.expectAccessible();
    await visit.expectFits('widget-sent');
  });

  it.each([
    ['bottom-right', { right: 16, bottom: 16 }],
    ['bottom-left', { left: 16, bottom: 16 }],
    ['top-right', { right: 16, top: 16 }],
    ['top-left', { left: 16, top: 16 }],
  ])('has its button at %s, with a custom label', async (position, expected) => {
    const attributes = { 'data-slug': 'any', 'data-position': position, 'data-label': 'Tell us' };
    const { page, button } = await site.visit(attributes, { body: '<h1>Long</h1><br>'.repeat(200) });
    await page.evaluate(() => scrollTo(0, 500));
    expect(await button.textContent()).toBe('Tell us');
    const margins = await button.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const { clientWidth, clientHeight } = document.documentElement;
      return { left, top, right: clientWidth - right, bottom: clientHeight - bottom };
    });
    expect(margins).toMatchObject(expected);
  });

  it('has no button with position none; the page opens it and can set the email address', async () => {
    const { visit: of, ...slug } = await owner('Called');
    const attributes = { ...slug, 'data-position': 'none', 'data-email': 'known@example.com' };
    const { page, button, dialog } = await site.visit(attributes, {}, { bypassCSP: true });
    expect(await button.isVisible()).toBe(false);
    const open = (options?: object) =>
      page.evaluate(
        (options) =>
          (window as unknown as { feedbackWidget: { open(o?: object): void } }).feedbackWidget.open(options),
        options,
      );
    await open();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('known@example.com');
    await open();
    await dialog.getByLabel('Email').fill('');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open({ email: 'ada@example.com' });
    expect(await dialog.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await dialog.getByLabel('Title').fill('Called');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Thanks for your feedback').waitFor();
    expect(await receivedItems(of)).toMatchObject([{ submitter_email: 'ada@example.com', source: 'widget' }]);
  });

  it('reports a missing or closed form before anyone types', async () => {
    const { visit: of, ...closed } = await owner('Closed');
    await of.callApi('PATCH', 'form', { open: false });
    for (const [attributes, text] of [
      [closed, 'This form is closed'],
      [{ 'data-slug': 'no-such-form' }, 'Form not found'],
    ] as const) {
      const { button, dialog } = await site.visit(attributes);
      await button.click();
      const message = dialog.getByText(text);
      await message.waitFor();
      expect(await dialog.getByRole('textbox').count()).toBe(0);
      const color = (element: Element) => getComputedStyle(element).color;
      expect(await message.evaluate(color)).toBe(await dialog.evaluate(color));
    }
  });

  it('has the color and thank-you message of the form, and marks optional fields', async () => {
    const { visit: of, ...attributes } = await owner('Own words');
    await of.callApi('PATCH', 'form', { accent: '#0f766e', thanks: 'Merci\net à bientôt' });
    const { button, dialog } = await site.visit(attributes);
    await button.click();
    const send = dialog.getByRole('button', { name: 'Send' });
    await send.waitFor();
    for (const colored of [send, button]) {
      expect(await colored.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
        'rgb(15, 118, 110)',
      );
    }
    const requiredMarks = dialog
      .locator('*')
      .evaluateAll((all) =>
        all
          .filter((element) => getComputedStyle(element, '::after').content === '"(optional)"')
          .map((label) => label.textContent),
      );
    expect(await requiredMarks).toEqual(['Details', 'Email']);
    await dialog.getByLabel('Title').fill('Bonjour');
    await send.click();
    await dialog.getByText('Merci').waitFor();
    expect(await dialog.getByRole('status').innerText()).toMatch(
      /^Thanks for your feedback\s+Merci\net à bientôt$/,
    );
  });

  it.each(['hidden', 'required'])('follows the email field setting of the form: %s', async (email_field) => {
    const { visit: of, ...attributes } = await owner(`Email ${email_field}`);
    await of.callApi('PATCH', 'form', { email_field });
    const { button, dialog } = await site.visit(attributes);
    await button.click();
    const email = dialog.getByLabel('Email');
    await dialog.getByLabel('Title').fill('Asked');
    if (email_field === 'hidden') await email.waitFor({ state: 'detached' });
    else {
      await dialog.locator('[type=email]:required').waitFor();
      await dialog.getByRole('button', { name: 'Send' }).click();
      expect(await email.evaluate((element: HTMLInputElement) => element.validity.valueMissing)).toBe(true);
      await email.fill('ada@example.com');
    }
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Thanks for your feedback').waitFor();
    expect(await receivedItems(of)).toMatchObject([
      { submitter_email: email_field === 'hidden' ? null : 'ada@example.com' },
    ]);
  });
});
