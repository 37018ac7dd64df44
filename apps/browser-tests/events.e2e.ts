import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** dashboard.md 11 */
describeInBrowser('Events', () => {
  const fixture = useBrowser();

  it('shows changes as they happen, with their author, and each as JSON', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Follower');
    const { page } = owner;
    const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    await owner.goTo('/app/developer');
    await page
      .getByRole('navigation', { name: 'API & Developer' })
      .getByRole('link', { name: 'Events' })
      .click();
    await page.getByText('No events yet').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();

    await owner.createItems('Dark mode');
    await rows.filter({ hasText: 'feedback.created' }).filter({ hasText: 'You' }).waitFor();
    await page.getByRole('status').filter({ hasText: '1 new event' }).waitFor({ state: 'attached' });
    const { data: key } = await owner.callApi<{ data: { secret: string } }>('POST', 'keys', {
      name: 'Nightly import',
      permission: 'full',
    });
    const { data: items } = await owner.callApi<{ data: { id: string }[] }>('GET', 'feedback');
    await fetch(`${fixture.product.origin}/api/v1/feedback/${items[0]!.id}`, {
      method: 'PATCH',
      headers: { 'X-API-Key': key.secret, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'planned', description: 'At night' }),
    });
    await rows.filter({ hasText: 'Nightly import' }).nth(1).waitFor();
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(
        /^feedback\.status_changed\s+Dark mode\s+New\s+to\s+Planned\s+by\s+Nightly import\s/,
      ),
      expect.stringMatching(
        /^feedback\.updated\s+Dark mode\s+New\s+to\s+Planned\s+Description\s+by\s+Nightly import\s/,
      ),
      expect.stringMatching(/^feedback\.created\s+Dark mode\s+by\s+You\s/),
    ]);

    await page.getByRole('button', { name: 'feedback.updated' }).click();
    const json = page.getByRole('group', { name: 'Event as JSON' });
    expect(JSON.parse(await json.innerText())).toMatchObject({
      type: 'feedback.updated',
      data: { feedback: { title: 'Dark mode' }, previous: { status: 'new', description: null } },
    });
    await page.getByRole('button', { name: 'feedback.updated' }).click();
    await json.waitFor({ state: 'detached' });

    await page.getByLabel('Event type').selectOption('feedback.created');
    await rows.nth(1).waitFor({ state: 'detached' });
    await owner.callApi('PATCH', `feedback/${items[0]!.id}`, { title: 'Dark theme' });
    await owner.createItems('Export');
    await rows.nth(1).waitFor();
    expect(await rows.getByRole('link').allInnerTexts()).toEqual(['Export', 'Dark mode']);
    await page.getByRole('link', { name: 'Dark mode' }).click();
    await page.getByRole('region', { name: 'Feedback item' }).getByText('Dark theme').first().waitFor();
  });
});
