import { describeInBrowser } from './support/chromium';
import { scene } from './support/scene';

const EVIL = `"'><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`;
const PAGES = [
  ['first-steps', '/app', 'First steps'],
  ['inbox', '/app/inbox', 'Inbox'],
  ['board', '/app/board', 'Board'],
  ['quarantine-empty', '/app/quarantine', 'Quarantine'],
  ['form-settings', '/app/form', 'Form'],
  ['developer', '/app/developer', 'API & Developer'],
  ['settings', '/app/settings', 'Settings'],
  ['import', '/app/import', 'Import'],
  ['not-found', '/app/no-such-page', 'There is nothing here'],
] as const;

describeInBrowser('every page', () => {
  const stage = scene();

  it.each(PAGES)('%s: accessible in both schemes, within three widths', async (name, path, heading) => {
    const owner = await stage.visit();
    await owner.owns(`Page ${name}`);
    await owner.has('Export as CSV', 'Dark mode for the settings page, the one people open at night');
    if (name === 'developer') await owner.ask('POST', 'keys', { name: 'Import', permission: 'full' });
    await owner.goTo(path);
    await owner.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await owner.page.waitForLoadState('networkidle');
    await owner.expectAccessible();
    await owner.photograph(name);
  });

  it('sign-in: accessible in both schemes, within three widths', async () => {
    const owner = await stage.visit();
    await owner.owns('Page sign-in');
    await owner.context.clearCookies();
    await owner.goTo('/app/inbox');
    await owner.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await owner.expectAccessible();
    await owner.photograph('sign-in');
  });

  it.each(['sign-up', 'sign-in'])(
    '%s: says of every field that is missing that it is wrong',
    async (name) => {
      const { page } = await stage.visit();
      const other = await stage.visit();
      await other.owns(`Before ${name}`);
      await page.goto(`${stage.product.origin}/app/${name}`);
      await page.getByRole('button', { name: name === 'sign-up' ? 'Create account' : 'Sign in' }).click();
      for (const label of [...(name === 'sign-up' ? ['Name'] : []), 'E-mail address', 'Password']) {
        const field = page.getByLabel(label, { exact: true });
        expect([label, await field.getAttribute('aria-invalid')]).toEqual([label, 'true']);
      }
    },
  );

  it('what others typed runs nowhere', async () => {
    const owner = await stage.visit();
    const { slug } = await owner.owns('Evil');
    const { page } = owner;
    await owner.ask('PATCH', 'account', { name: EVIL });
    await owner.ask('PATCH', 'form', { heading: EVIL, introduction: EVIL, thanks: EVIL });
    await owner.ask('POST', 'feedback', { title: EVIL, description: `${EVIL} javascript:alert(1)` });
    const { data } = await owner.ask<{ data: { id: string }[] }>('GET', 'feedback');
    const item = `/app/inbox?item=${data[0]!.id}`;
    for (const path of [...PAGES.map(([, path]) => path), item, `/f/${slug}`, `/f/${slug}/thanks`]) {
      await owner.goTo(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await page.evaluate(() => 'hurt' in window)]).toEqual([path, false]);
      expect([path, await page.locator('img[src="x"]').count()]).toEqual([path, 0]);
    }
    await owner.goTo(item);
    await page
      .getByRole('region', { name: 'Feedback item' })
      .getByText(EVIL, { exact: false })
      .first()
      .waitFor();
  });
});
