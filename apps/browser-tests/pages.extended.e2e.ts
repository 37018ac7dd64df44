import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const MALICIOUS_TEXT = `"'><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`;
const PAGES = [
  ['first-steps', '/app', 'Get started'],
  ['inbox', '/app/inbox', 'Inbox'],
  ['board', '/app/board', 'Board'],
  ['insights', '/app/insights', 'Insights'],
  ['quarantine-empty', '/app/quarantine', 'Quarantine'],
  ['form-settings', '/app/form', 'Form'],
  ['roadmap-settings', '/app/roadmap', 'Roadmap'],
  ['changelog-empty', '/app/changelog', 'Changelog'],
  ['developer', '/app/developer', 'API & Developer'],
  ['settings', '/app/settings', 'Settings'],
  ['account-settings', '/app/settings/account', 'Settings'],
  ['members', '/app/settings/members', 'Settings'],
  ['notifications', '/app/settings/notifications', 'Notifications'],
  ['security-log', '/app/settings/security-log', 'Security log'],
  ['import', '/app/import', 'Import'],
  ['not-found', '/app/no-such-page', 'Page not found'],
] as const;

describeInBrowser('every page', () => {
  const fixture = useBrowser();

  it.each(PAGES)('%s: accessible in both schemes, fits three widths', async (name, path, heading) => {
    const owner = await fixture.visit();
    await owner.createAccount(`Page ${name}`);
    await owner.createItems('Export as CSV', 'Dark mode for the settings page, the one people open at night');
    if (name === 'developer') await owner.callApi('POST', 'keys', { name: 'Import', permission: 'full' });
    await owner.goTo(path);
    await owner.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await owner.page.waitForLoadState('networkidle');
    await owner.expectAccessible();
    await owner.expectFits(name);
  });

  it('an item with requests: accessible in both schemes, fits three widths', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Page requests');
    const item = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title: 'Dark mode' });
    const requests = [
      { email: 'eve@example.com', name: 'Eve Example', company: 'Acme', value: 1200, quote: 'Too bright.' },
      { company: 'Initech', count: 12, link: 'https://support.example.com/tickets/17' },
    ];
    await owner.callApi('POST', `feedback/${item.data.id}/requests`, { requests });
    for (const page of ['inbox', 'board']) {
      await owner.goTo(`/app/${page}?item=${item.data.id}`);
      await owner.page.getByRole('heading', { name: '14 requests · Value 1,200' }).waitFor();
      await owner.page.getByText('Eve Example').waitFor();
      await owner.expectAccessible();
      await owner.expectFits(`${page}-requests`);
    }
  });

  it('sign-in: accessible in both schemes, fits three widths', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Page sign-in');
    await owner.context.clearCookies();
    await owner.goTo('/app/inbox');
    await owner.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await owner.page.getByText('Forgot your password?').click();
    await owner.page.getByText('reset-password').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('sign-in');
  });

  it('an invitation, its link, and joining: accessible in both schemes, fit three widths', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Page invitation');
    const { page } = owner;
    await owner.goTo('/app/settings/members');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email (optional)').fill('ada@example.com');
    await owner.expectAccessible();
    await owner.expectFits('invite');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByLabel('Link', { exact: true });
    await link.waitFor();
    await owner.expectAccessible();
    await owner.expectFits('invitation-link');
    const { hash } = new URL(await link.inputValue());
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('ada@example.com').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('invitations');

    const visitor = await fixture.visit();
    await visitor.goTo(`/app/invite${hash}`);
    await visitor.page.getByRole('heading', { name: 'Join Page invitation' }).waitFor();
    await visitor.expectAccessible();
    await visitor.expectFits('join');
    await visitor.page.getByRole('button', { name: 'Sign in instead' }).click();
    await visitor.expectAccessible();
    await visitor.expectFits('sign-in-to-join');
    await visitor.goTo('/app/invite');
    await visitor.page.getByRole('heading', { name: 'This invitation isn’t valid' }).waitFor();
    await visitor.expectAccessible();
    await visitor.expectFits('invalid-invitation');
  });

  it.each(['sign-up', 'sign-in'])(
    '%s: marks every required field that is left empty as invalid',
    async (name) => {
      const { page } = await fixture.visit();
      const other = await fixture.visit();
      await other.createAccount(`Before ${name}`);
      await page.goto(`${fixture.product.origin}/app/${name}`);
      await page.getByRole('button', { name: name === 'sign-up' ? 'Create account' : 'Sign in' }).click();
      for (const label of [...(name === 'sign-up' ? ['Account name'] : []), 'Email', 'Password']) {
        const field = page.getByLabel(label, { exact: true });
        expect([label, await field.getAttribute('aria-invalid')]).toEqual([label, 'true']);
      }
    },
  );

  it('a badge in the navigation does not cover its icon', async () => {
    const owner = await fixture.visit({ viewport: { width: 360, height: 800 } });
    await owner.createAccount('Badge');
    const counts = {
      new: 0,
      planned: 0,
      building: 0,
      shipped: 0,
      declined: 0,
      quarantined: 120,
      at_least: [],
    };
    await owner.page.route('**/app/api/feedback/counts*', (route) =>
      route.fulfill({ json: { data: counts } }),
    );
    await owner.goTo('/app/board');
    const place = owner.page.getByRole('link', { name: 'Quarantine' });
    await place.getByText('99+').waitFor();
    const icon = (await place.locator('svg').boundingBox())!;
    const badge = (await place.getByText('99+').boundingBox())!;
    const link = (await place.boundingBox())!;
    expect(badge.x).toBeGreaterThanOrEqual(icon.x + icon.width);
    expect(badge.x + badge.width).toBeLessThanOrEqual(link.x + link.width);
    await owner.expectFits('badge');
  });

  it('an invalid field of the form has a red outline while it has the focus', async () => {
    const visitor = await fixture.visit();
    const { slug } = await visitor.createAccount('Red');
    await visitor.goTo(`/f/${slug}`);
    const title = visitor.page.getByLabel('Title');
    const outline = () => title.evaluate((field) => getComputedStyle(field).outlineColor);
    await title.focus();
    const before = await outline();
    await title.evaluate((field) => field.setAttribute('aria-invalid', 'true'));
    const unstyledClasses = await visitor.page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.setAttribute('aria-invalid', 'true');
      return getComputedStyle(probe).borderColor;
    });
    expect(before).not.toBe(unstyledClasses);
    expect(await outline()).toBe(unstyledClasses);
  });

  it('scripts in text that others typed do not run', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Evil');
    const { page } = owner;
    await owner.callApi('PATCH', 'account', { name: MALICIOUS_TEXT });
    await owner.callApi('PATCH', 'form', {
      heading: MALICIOUS_TEXT,
      introduction: MALICIOUS_TEXT,
      thanks: MALICIOUS_TEXT,
    });
    await owner.callApi('POST', 'feedback', {
      title: MALICIOUS_TEXT,
      description: `${MALICIOUS_TEXT} javascript:alert(1)`,
    });
    const { data } = await owner.callApi<{ data: { id: string }[] }>('GET', 'feedback');
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
      .getByText(MALICIOUS_TEXT, { exact: false })
      .first()
      .waitFor();
  });
});
