import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { publishRoadmap } from './support/public-roadmap';
import type { Visit } from './support/visit';

const TITLES = [
  'Dark mode for the editor',
  'Benachrichtigungseinstellungen für Kundenverwaltungsvorgänge',
  'إضافة الوضع الداكن إلى جميع صفحات التطبيق بما في ذلك صفحة الإعدادات',
  `"'><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`,
];
const TEXT =
  'People work at night.\n\nSee https://example.com/a-very-long-address-that-does-not-fit-into-one-line for more.';

/** public.md 4, public.md 7 */
describeInBrowser('the roadmap', () => {
  const fixture = useBrowser();

  async function roadmap(name: string): Promise<{ owner: Visit; slug: string }> {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount(name);
    await publishRoadmap(owner, TITLES, TEXT);
    return { owner, slug };
  }

  it('and its cards are accessible in both schemes, fit three widths, and load nothing', async () => {
    const { slug } = await roadmap('Roadmap');
    const visitor = await fixture.visit();
    const { page } = visitor;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await visitor.goTo(`/f/${slug}/roadmap`);
    await page.getByRole('heading', { name: 'Roadmap', level: 1 }).waitFor();
    await visitor.expectAccessible();
    await visitor.expectFits('roadmap');
    await page.getByRole('link', { name: TITLES[3] }).click();
    await page.getByRole('heading', { name: TITLES[3], level: 1 }).waitFor();
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    await visitor.expectAccessible();
    await visitor.expectFits('card');
    expect(requests).toEqual([`/f/${slug}/roadmap`, expect.stringContaining(`/f/${slug}/items/`)]);
    expect(await visitor.context.cookies()).toEqual([]);
  });

  it('is read with the keyboard alone, and without JavaScript', async () => {
    const { slug } = await roadmap('Keyboard');
    const visitor = await fixture.visit({ javaScriptEnabled: false });
    const { page } = visitor;
    await visitor.goTo(`/f/${slug}/roadmap`);
    for (const name of ['Send feedback', TITLES[2]!, TITLES[0]!, TITLES[3]!, TITLES[1]!]) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      expect([name, await focused.textContent()]).toEqual([name, expect.stringContaining(name.slice(0, 9))]);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: TITLES[1], level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Keyboard · Roadmap' }).click();
    await page.getByRole('heading', { name: 'Roadmap', level: 1 }).waitFor();
  });

  it('helps visitors of the form to find what they mean', async () => {
    const { owner, slug } = await roadmap('Similar');
    const visitor = await fixture.visit();
    const { page } = visitor;
    await visitor.goTo(`/f/${slug}`);
    await page.getByLabel('Title').fill('Dark mode in editor');
    await page.getByText('Already on the roadmap:').waitFor();
    await visitor.expectAccessible();
    await page.getByRole('link', { name: TITLES[0] }).waitFor();
    await page.getByLabel('Title').fill('Export');
    await page.getByText('Already on the roadmap:').waitFor({ state: 'detached' });

    const plain = await fixture.visit({ javaScriptEnabled: false });
    await plain.page.goto(page.url());
    await plain.page.getByLabel('Title').fill('Dark mode in editor');
    await plain.page.getByRole('button', { name: 'Send feedback' }).click();
    await plain.page.getByRole('heading', { name: 'Is it one of these?' }).waitFor();
    await plain.page.getByRole('link', { name: TITLES[0] }).waitFor();
    await plain.page.getByRole('button', { name: 'No, send my feedback' }).click();
    await plain.page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    const { data } = await owner.callApi<{ data: { title: string }[] }>('GET', 'feedback?limit=1');
    expect(data).toMatchObject([{ title: 'Dark mode in editor' }]);
  });
});
