import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { join } from './support/team';
import type { Visit } from './support/visit';

/** requests.md 4 */
describeInBrowser('requests of an item', () => {
  const fixture = useBrowser();
  const panelOf = ({ page }: Visit) => page.getByRole('region', { name: 'Feedback item' });
  const rowsOf = (visit: Visit) =>
    panelOf(visit).getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem');

  async function createItem(owner: Visit, title: string, more: object = {}): Promise<string> {
    const { data } = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title, ...more });
    return data.id;
  }

  it('include those of its duplicates, which accept requests; viewers only see them', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Requests of duplicates');
    const target = await createItem(owner, 'Dark mode for the whole dashboard, at night', {
      submitter_email: 'grace@example.com',
    });
    const merged = await createItem(owner, 'Black theme', { submitter_email: 'ada@example.com' });
    await owner.callApi('PATCH', `feedback/${merged}`, { merged_into: target });
    const requests = [
      { company: 'A company with a name that is rather long, Incorporated', value: 1_234_567.5, count: 250 },
      {
        email: 'someone.with.a.very.long.address@subdomain.of.a.long.example.com',
        name: 'Someone With a Long Name',
        company: 'Acme',
        value: 99,
        quote: 'Our night shift needs it.\n\nIt is too bright, and nothing else helps.',
        link: 'https://support.example.com/tickets/17?with=a-long-query-that-no-one-wants-to-read',
      },
      { count: 3 },
      {},
    ];
    await owner.callApi('POST', `feedback/${target}/requests`, { requests });

    await owner.goTo(`/app/inbox?item=${merged}`);
    await rowsOf(owner).filter({ hasText: 'ada@example.com' }).getByText('Submission').waitFor();
    await panelOf(owner).getByRole('button', { name: 'Add request' }).click();
    await owner.page.getByRole('dialog').getByLabel('Email').fill('eve@example.com');
    await owner.page.keyboard.press('Enter');
    await rowsOf(owner).filter({ hasText: 'eve@example.com' }).waitFor();

    await owner.page.getByRole('row').click();
    await panelOf(owner).getByRole('heading', { name: '258 requests · Value 1,234,666.5' }).waitFor();
    await rowsOf(owner)
      .filter({ hasText: 'eve@example.com' })
      .getByRole('link', { name: '“Black theme”' })
      .waitFor();
    expect(await rowsOf(owner).count()).toBe(5);
    await panelOf(owner).getByRole('button', { name: 'Show more' }).click();
    await rowsOf(owner).nth(6).waitFor();
    // The button is gone.
    await panelOf(owner).locator(':focus').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('requests-of-duplicates');

    const viewer = await fixture.visit();
    await join(viewer, owner, 'viewer', 'Cem');
    await viewer.goTo(`/app/board?item=${target}`);
    await rowsOf(viewer).filter({ hasText: 'eve@example.com' }).waitFor();
    expect(await panelOf(viewer).getByRole('button', { name: 'request' }).count()).toBe(0);
    await viewer.page.getByRole('img', { name: '258 requests' }).waitFor();
    await viewer.page.getByRole('img', { name: 'Value 1,234,666.5' }).waitFor();
    await viewer.expectAccessible();
    await viewer.expectFits('requests-viewer');
  });

  it('of the same address are one; another one cannot take it', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Repeated requests');
    const { page } = owner;
    const id = await createItem(owner, 'Dark mode', { submitter_email: 'ada@example.com' });
    await owner.callApi('POST', `feedback/${id}/requests`, { name: 'Eve' });
    await owner.goTo(`/app/inbox?item=${id}`);
    await panelOf(owner).getByRole('button', { name: 'Add request' }).click();
    const dialog = page.getByRole('dialog');
    const focused = dialog.getByLabel('Email').and(page.locator(':focus'));
    await focused.waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter who asks for it, or how many people.').waitFor();
    await dialog.getByLabel('Email').fill('ADA@example.com');
    await dialog.getByLabel('Value').fill('1,200');
    // What was typed stays when the dialog is closed by mistake.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add request' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await focused.waitFor();
    expect(await focused.inputValue()).toBe('ADA@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('ada@example.com already asks for this item. Updated the request.').waitFor();
    await rowsOf(owner).filter({ hasText: 'Submission' }).getByText('1,200').waitFor();

    await page.getByRole('button', { name: 'Edit the request of Eve' }).click();
    await dialog.getByLabel('Email').fill('ada@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByText('Another request for this item has this email address.').waitFor();
    await focused.waitFor();
    await owner.expectAccessible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Edit the request of ada@example.com' }).click();
    expect(await dialog.getByLabel('Email').isDisabled()).toBe(true);
    await dialog.getByLabel('Value').fill('');
    await page.keyboard.press('Enter');
    await panelOf(owner).getByRole('heading', { name: '2 requests', exact: true }).waitFor();
  });

  it('are sent in parts; what cannot be sent stays in the field', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Many requests');
    const { page } = owner;
    const id = await createItem(owner, 'Dark mode');
    await owner.goTo(`/app/inbox?item=${id}`);
    await panelOf(owner).getByRole('button', { name: 'Paste several' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste requests' });
    const field = dialog.getByLabel('Addresses or CSV');
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, n) => `p${n}@example.com`).join('\n');
    await field.fill(addresses(1_001));
    await dialog.getByText('1,001 lines. Paste up to 1,000 at once.').waitFor();
    await field.fill('email,name\nada@example.com,"Ada');
    await dialog.getByText('The quotation marks in line 2 don’t match.').waitFor();
    await owner.expectAccessible();

    await field.fill(addresses(250));
    let parts = 0;
    let respond = () => {};
    await page.route(`**/feedback/${id}/requests`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (++parts === 2) await new Promise<void>((resolve) => (respond = resolve));
      return parts === 2 ? route.abort() : route.continue();
    });
    await dialog.getByRole('button', { name: 'Add 250 requests' }).click();
    await dialog.getByText('Adding requests: 100 of 250').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('paste-progress');
    respond();
    await dialog.getByText('Added 100 requests. Couldn’t add the others, which are still here.').waitFor();
    expect((await field.inputValue()).split('\n')).toHaveLength(150);
    await dialog.getByRole('button', { name: 'Add 150 requests' }).click();
    await page.getByText('Added 150 requests.').waitFor();
    await panelOf(owner).getByRole('heading', { name: '251 requests' }).waitFor();
  });
});
