import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import type { Visit } from './support/visit';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface ItemTitles {
  readonly data: readonly { readonly title: string; readonly description: string | null }[];
}

describeInBrowser('the form on a phone', () => {
  const fixture = useBrowser();

  async function form(name: string, options = {}): Promise<{ owner: Visit; visitor: Visit; slug: string }> {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount(name);
    const visitor = await fixture.visit({ ...PHONE, ...options });
    await visitor.goTo(`/f/${slug}`);
    return { owner, visitor, slug };
  }
  const titles = async (owner: Visit) =>
    (await owner.callApi<ItemTitles>('GET', 'feedback')).data.map(({ title }) => title);

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('shows errors next to fields, keeps the input, and is sent: %s', async (how, javaScriptEnabled) => {
    const { owner, visitor } = await form(`Form ${how}`, { javaScriptEnabled });
    const { page } = visitor;
    await visitor.expectFits(`form-${javaScriptEnabled ? 'script' : 'plain'}`);
    await page.getByLabel('Details').fill('Two\nlines');
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    const title = page.getByLabel('Title');
    await page.locator('#title-error').waitFor();
    expect(await title.getAttribute('aria-invalid')).toBe('true');
    expect(await title.getAttribute('aria-describedby')).toContain('title-error');
    expect(await page.locator('#submitter_email-error').textContent()).toContain('email address');
    expect(await page.getByLabel('Details').inputValue()).toBe('Two\nlines');
    if (javaScriptEnabled) await visitor.expectAccessible();
    await visitor.expectFits(`form-errors-${javaScriptEnabled ? 'script' : 'plain'}`);

    await title.fill(`Sent ${how}`);
    await page.getByLabel('Email').fill('bo@example.com');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    expect(await titles(owner)).toEqual([`Sent ${how}`]);
    // following.md 7
    await page.getByRole('link', { name: 'Your feedback' }).click();
    await page.getByText(`Sent ${how}`).waitFor();
    await visitor.expectFits(`bookmark-${javaScriptEnabled ? 'script' : 'plain'}`);
  });

  it('stores nothing on the visitor’s device', async () => {
    const { visitor } = await form('No traces');
    const { page } = visitor;
    await page.getByLabel('Title').fill('Anonymous');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    expect(await visitor.context.cookies()).toEqual([]);
    const stored = await page.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      (await indexedDB.databases()).length,
    ]);
    expect(stored).toEqual([0, 0, 0]);
  });

  it('keeps the text when the connection is down, and sends it on retry', async () => {
    const { owner, visitor } = await form('No connection');
    const { page } = visitor;
    await page.getByLabel('Title').fill('In a tunnel');
    await visitor.context.setOffline(true);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Your text is still here').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('In a tunnel');
    await visitor.context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    expect(await titles(owner)).toEqual(['In a tunnel']);
  });

  it('keeps the text when the storage of the account is full', async () => {
    const { visitor } = await form('Full');
    const { page } = visitor;
    await page.route('**/f/*', (route) => route.fulfill({ status: 409, json: { error: {} } }));
    await page.getByLabel('Title').fill('One too many');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('This form can’t accept feedback at the moment.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('One too many');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('counts the remaining characters of the title in code points', async () => {
    const { visitor } = await form('Counting');
    const { page } = visitor;
    await page.getByLabel('Title').fill('🙂'.repeat(190));
    await page.getByText('Characters left: 10').waitFor();
    await page.getByLabel('Title').fill('🙂'.repeat(201));
    await page.getByText('Characters over the limit: 1').waitFor();
  });

  it('shows a separate page if the form is closed or does not exist', async () => {
    const { owner, visitor, slug } = await form('Closing time');
    await owner.callApi('PATCH', 'form', { open: false });
    expect((await visitor.goTo(`/f/${slug}`))?.status()).toBe(410);
    await visitor.page.getByText('Closing time isn’t accepting feedback right now.').waitFor();
    await visitor.expectAccessible();
    await visitor.expectFits('form-closed');
    expect((await visitor.goTo('/f/nobody-has-this'))?.status()).toBe(404);
    await visitor.page.getByRole('heading', { name: 'Form not found' }).waitFor();
    await visitor.expectAccessible();
    await visitor.expectFits('form-unknown');
  });
});
