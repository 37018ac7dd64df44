import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { join } from './support/team';
import type { Visit } from './support/visit';

const LONG = `https://tracker.example.com/browse/${'a-long-path-without-a-break'.repeat(6)}?sprint=17`;

/** items.md 13 */
describeInBrowser('links of an item', () => {
  const fixture = useBrowser();
  const panelOf = ({ page }: Visit) => page.getByRole('region', { name: 'Feedback item' });
  const rowsOf = (visit: Visit) => panelOf(visit).getByRole('list', { name: 'Links' }).getByRole('listitem');

  async function createItem(owner: Visit, title: string, more: object = {}): Promise<string> {
    const { data } = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', { title, ...more });
    return data.id;
  }

  it('are added and removed with the keyboard, also while others change them', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Links');
    const id = await createItem(owner, 'Dark mode');
    await owner.goTo(`/app/inbox?item=${id}`);
    const { page } = owner;
    const { keyboard } = page;
    const add = panelOf(owner).getByRole('button', { name: 'Add link' });
    await panelOf(owner).getByRole('heading', { name: 'No links' }).waitFor();
    await add.focus();
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add link' });
    await dialog.getByLabel('URL').and(page.locator(':focus')).waitFor();
    await keyboard.type('tracker.example.com');
    await keyboard.press('Enter');
    await dialog.getByText('Enter a URL that starts with https://').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('link-dialog');
    await dialog.getByLabel('URL').focus();
    await keyboard.press('Home');
    await keyboard.type('https://');
    await keyboard.press('Tab');
    await keyboard.type('Ticket');
    await keyboard.press('Tab');
    await keyboard.type('Dark mode in all places');
    // Someone else adds a link in the meantime.
    await owner.callApi('PATCH', `feedback/${id}`, {
      links: [{ url: 'https://example.com/call', kind: 'call' }],
    });
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await add.and(page.locator(':focus')).waitFor();
    await rowsOf(owner).nth(1).waitFor();
    const [call, ticket] = [rowsOf(owner).nth(0), rowsOf(owner).nth(1)];
    await call.getByText('Call · call').waitFor();
    await ticket.getByText('Ticket · tracker.example.com').waitFor();
    const link = ticket.getByRole('link', { name: 'Dark mode in all places (opens in a new tab)' });
    expect(await Promise.all(['href', 'rel', 'target'].map((name) => link.getAttribute(name)))).toEqual([
      'https://tracker.example.com',
      'noopener noreferrer',
      '_blank',
    ]);
    await panelOf(owner).getByText('You added the link “Dark mode in all places”').waitFor();

    await keyboard.press('Tab');
    await call.getByRole('link').and(page.locator(':focus')).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByText('Removed the link “example.com”.').waitFor();
    await panelOf(owner).getByRole('heading', { name: '1 link' }).waitFor();
    await rowsOf(owner)
      .getByRole('button', { name: 'Remove the link “Dark mode in all places”' })
      .and(page.locator(':focus'))
      .waitFor();
    await keyboard.press('z');
    await page.getByText('Added the link “example.com” again.').waitFor();
    await rowsOf(owner).nth(0).getByText('Call · call').waitFor();
    expect(await rowsOf(owner).count()).toBe(2);
  });

  it('are shown to viewers, and in a merged item, but not changed', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Links of viewers');
    const links = [
      {
        url: LONG,
        kind: 'ticket',
        title: 'A title that is rather long, so that it needs more than one line',
      },
      { url: 'https://github.example/acme/app/pull/17', kind: 'pull_request' },
      { url: 'https://calls.example/1', kind: 'call', title: 'Call with Acme' },
      { url: 'https://docs.example/dark-mode', kind: 'document' },
      { url: `http://${'long'.repeat(12)}.example/` },
    ];
    const id = await createItem(owner, 'Dark mode', { links });
    const target = await createItem(owner, 'Themes');
    await owner.goTo(`/app/inbox?item=${id}`);
    await rowsOf(owner).nth(4).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('links');
    const viewer = await fixture.visit();
    await join(viewer, owner, 'viewer', 'Cem');
    await viewer.goTo(`/app/board?item=${id}`);
    await rowsOf(viewer).nth(4).waitFor();
    expect(
      await panelOf(viewer)
        .getByRole('button', { name: /^(Add|Remove the) link/ })
        .count(),
    ).toBe(0);
    await viewer.expectAccessible();
    await viewer.expectFits('links-viewer');
    await owner.callApi('PATCH', `feedback/${id}`, { merged_into: target });
    await owner.goTo(`/app/inbox?item=${id}`);
    await rowsOf(owner).nth(4).waitFor();
    expect(
      await panelOf(owner)
        .getByRole('button', { name: /^(Add|Remove the) link/ })
        .count(),
    ).toBe(0);
  });
});
