import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** public.md 3 */
describeInBrowser('public cards', () => {
  const fixture = useBrowser();

  it('have settings', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Roadmap settings');
    const { page } = owner;
    await owner.goTo('/app/roadmap');
    await page.getByLabel('Show the roadmap').check();
    await page.getByLabel('Under review').check();
    await page.getByRole('radio', { name: 'None' }).check();
    await page.getByLabel('Introduction').fill('What we plan.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'View roadmap' }).waitFor();
    expect(await owner.callApi('GET', 'public-pages')).toEqual({
      data: {
        roadmap: true,
        statuses: ['new', 'planned', 'building', 'shipped'],
        counts: 'none',
        search_engines: false,
        introduction: 'What we plan.',
      },
    });
    for (const status of ['Under review', 'Planned', 'Building', 'Shipped'])
      await page.getByLabel(status).uncheck();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Choose at least one status.').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('roadmap-settings-error');
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});
