import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const SMALL = { viewport: { width: 360, height: 740 } };

/** form.md 9 */
describeInBrowser('the form and the widget in the language of the visitor', () => {
  const fixture = useBrowser();

  async function account(name: string) {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount(name);
    return { owner, slug };
  }

  it('fit a small screen with errors in every language', async () => {
    const { owner, slug } = await account('Donaudampfschifffahrtsgesellschaft');
    await owner.goTo('/app/form');
    const choices = owner.page.getByLabel('Language').locator('option');
    await choices.first().waitFor({ state: 'attached' });
    const languages = await choices.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(languages).toHaveLength(26);
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
    }
  });

  it('run from right to left in Arabic, and are accessible', async () => {
    const { slug } = await account('Acme');
    const visitor = await fixture.visit({ ...SMALL, locale: 'ar' });
    const { page } = visitor;
    await visitor.goTo(`/f/${slug}`);
    const [label, count] = await Promise.all([
      page.locator('label[for=title]').boundingBox(),
      page.locator('.count').boundingBox(),
    ]);
    expect(label!.x).toBeGreaterThan(count!.x);
    await visitor.expectAccessible();
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
