import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import type { Visit } from './support/visit';

const SMALL = { viewport: { width: 360, height: 740 } };

/** form.md 9 */
describeInBrowser('the form and the widget in the language of the visitor', () => {
  const fixture = useBrowser();

  async function account(name: string) {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount(name);
    return { owner, slug };
  }

  /** Publishes an item on the roadmap. */
  async function publish(owner: Visit, status: string) {
    const item = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', {
      title: 'Private',
      status,
    });
    await owner.callApi('PUT', `feedback/${item.data.id}/public`, { title: 'Dark mode', text: 'At night.' });
    await owner.callApi('PATCH', 'public-pages', { roadmap: true });
    return item;
  }

  it('fit a small screen with errors in every language', async () => {
    const { owner, slug } = await account('Donaudampfschifffahrtsgesellschaft');
    await owner.goTo('/app/form');
    const choices = owner.page.getByLabel('Language').locator('option');
    await choices.first().waitFor({ state: 'attached' });
    const languages = await choices.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(languages).toHaveLength(26);
    const { data } = await publish(owner, 'planned');
    const visitor = await fixture.visit(SMALL);
    const { page } = visitor;
    for (const language of languages.filter(Boolean)) {
      await visitor.goTo(`/f/${slug}?lang=${language}`);
      await page.locator('form button').click();
      await page.locator('#title-error').waitFor();
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect([language, await overflow()]).toEqual([language, 0]);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      for (const path of ['roadmap', `items/${data.id}`]) {
        await visitor.goTo(`/f/${slug}/${path}?lang=${language}`);
        expect([language, path, await overflow()]).toEqual([language, path, 0]);
      }
    }
  });

  it('run from right to left in Arabic, and are accessible', async () => {
    const { owner, slug } = await account('Acme');
    const { data } = await publish(owner, 'shipped');
    const visitor = await fixture.visit({ ...SMALL, locale: 'ar' });
    const { page } = visitor;
    await visitor.goTo(`/f/${slug}`);
    const [label, count] = await Promise.all([
      page.locator('label[for=title]').boundingBox(),
      page.locator('.count').boundingBox(),
    ]);
    expect(label!.x).toBeGreaterThan(count!.x);
    await visitor.expectAccessible();
    for (const path of ['roadmap', `items/${data.id}`]) {
      await visitor.goTo(`/f/${slug}/${path}`);
      await visitor.expectAccessible();
      const [name, send] = await Promise.all([
        page.locator('.who').boundingBox(),
        page.locator('header .button').boundingBox(),
      ]);
      expect(name!.x + name!.width).toBeGreaterThan(send!.x + send!.width - 1);
    }
    await visitor.goTo(`/f/${slug}`);
    await page.getByLabel('العنوان').fill('الوضع الداكن');
    await page.getByRole('button', { name: 'إرسال الملاحظات' }).click();
    await page.getByRole('heading', { name: 'شكرًا على ملاحظاتك' }).waitFor();

    await visitor.goTo(`/f/${slug}/widget`);
    await page.getByRole('button', { name: 'Feedback' }).click();
    const close = page.getByRole('button', { name: 'إغلاق' });
    await close.waitFor();
    const [cross, heading] = await Promise.all([
      close.boundingBox(),
      page.getByRole('dialog').getByLabel('العنوان').boundingBox(),
    ]);
    expect(cross!.x).toBeLessThan(heading!.x + heading!.width / 2);
    await visitor.expectAccessible();
    await page.getByLabel('العنوان').fill('من الأداة');
    await page.getByRole('button', { name: 'إرسال الملاحظات' }).click();
    await page.getByText('شكرًا على ملاحظاتك').waitFor();
  });
});
