import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import type { Visit } from './support/visit';

const MALICIOUS_TEXT = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`;

interface Created {
  readonly data: { readonly id: string };
}

/** changelog.md 5, changelog.md 7 */
describeInBrowser('the changelog', () => {
  const fixture = useBrowser();

  async function addCard(owner: Visit, title: string, text: string | null, status = 'shipped') {
    const { data } = await owner.callApi<Created>('POST', 'feedback', { title: `Private ${title}`, status });
    await owner.callApi('PUT', `feedback/${data.id}/public`, { title, text });
    return data.id;
  }

  it('is written from shipped items in two clicks, edited, published, and read by visitors', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Changelog');
    const { page } = owner;
    await addCard(owner, 'Dark mode', 'At *last*.');
    const left = await addCard(owner, 'CSV export', null);
    await owner.goTo('/app/changelog');
    await page.getByText('No entries yet').waitFor();
    const isOnAtOnce = await page.getByLabel('Show the changelog').evaluate((box: HTMLInputElement) => {
      box.click();
      return box.checked;
    });
    expect(isOnAtOnce).toBe(true);
    await page.getByText('Anyone with the link can see published entries.').waitFor();
    await page.getByRole('group', { name: 'Changelog snippet' }).getByText('/changelog.js').waitFor();

    await page.getByRole('button', { name: 'From shipped items' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shipped items without an entry' });
    await dialog.getByRole('button', { name: 'Create draft about 2 items' }).waitFor();
    await owner.expectAccessible();
    await dialog.getByLabel('CSV export').uncheck();
    await dialog.getByRole('button', { name: 'Create draft about 1 item' }).click();

    const title = page.getByLabel('Title');
    const text = page.getByRole('textbox', { name: 'Text' });
    await title.waitFor();
    expect([await title.inputValue(), await text.inputValue()]).toEqual(['Dark mode', 'At \\*last\\*.']);
    /** The sandboxed frame runs no scripts, so that only its document is read. */
    const previews = (html: string) => page.locator(`iframe[srcdoc*="${html}"]`).waitFor();
    await previews('<p>At *last*.</p>');
    await owner.expectAccessible();
    await owner.expectFits('changelog-entry');

    await text.fill(`Choose **Dark**. ${MALICIOUS_TEXT}`);
    await previews('<strong>Dark</strong>. &lt;img');
    await page.getByRole('button', { name: 'Add shipped items' }).click();
    await dialog.getByRole('button', { name: 'Add 1 item' }).click();
    await page.getByRole('list', { name: 'Items of the entry' }).getByText('Private CSV export').waitFor();
    await owner.callApi('PATCH', `feedback/${left}`, { status: 'planned' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();

    await page.reload();
    await page.getByRole('button', { name: 'Publish…' }).click();
    const publish = page.getByRole('dialog', { name: 'Publish this entry?' });
    await publish.getByLabel('Also set 1 item to Shipped').waitFor();
    await owner.expectAccessible();
    await publish.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The entry is published.').waitFor();
    await page.getByRole('link', { name: 'View page' }).waitFor();
    const { data } = await owner.callApi<{ data: { status: string } }>('GET', `feedback/${left}`);
    expect(data.status).toBe('shipped');

    const visitor = await fixture.visit({ javaScriptEnabled: false });
    await visitor.goTo(`/f/${slug}/changelog`);
    await visitor.page.getByRole('heading', { name: 'Changelog', level: 1 }).waitFor();
    await visitor.page.getByText('<script>').waitFor();
    await visitor.page.getByRole('link', { name: 'Dark mode' }).first().click();
    await visitor.page.getByRole('heading', { name: 'Dark mode', level: 1 }).waitFor();
    await visitor.page.getByRole('link', { name: 'CSV export' }).waitFor();

    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('The entry is a draft again.').waitFor();
    await text.fill('Not saved');
    await page.getByRole('link', { name: 'Changelog' }).first().click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete entry' }).click();
    await page.getByText('No entries yet').waitFor();
  });

  it('is saved and published after one of its items was deleted', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Deleted item');
    const { page } = owner;
    const [gone, left, other] = [
      await addCard(owner, 'Gone', null),
      await addCard(owner, 'Left', null, 'planned'),
      await addCard(owner, 'Other', null),
    ];
    const entry = { title: 'Entry', items: [gone, left, other] };
    const { data } = await owner.callApi<Created>('POST', 'changelog', entry);
    await owner.goTo(`/app/changelog/${data.id}`);
    const items = page.getByRole('list', { name: 'Items of the entry' });
    await items.getByText('Private Gone').waitFor();
    await owner.callApi('DELETE', `feedback/${gone}`);
    await page.getByRole('button', { name: 'Remove “Private Other”' }).click();
    await items.getByText('Private Gone').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await owner.callApi('PATCH', `feedback/${left}`, { status: 'shipped' });
    await page.getByRole('button', { name: 'Publish…' }).click();
    const publish = page.getByRole('dialog', { name: 'Publish this entry?' });
    await publish.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The entry is published.').waitFor();
    const read = await owner.callApi<{ data: { items: string[] } }>('GET', `changelog/${data.id}`);
    expect(read.data.items).toEqual([left]);
  });

  it('is accessible in both schemes, fits three widths, and loads nothing', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Changelog pages');
    const card = await addCard(owner, 'إضافة الوضع الداكن إلى جميع صفحات التطبيق', null);
    const text = `- a\n  1. b\n\n\`\`\`\n${'long code '.repeat(30)}\n\`\`\`\n\n**c** [d](https://example.com/a-very-long-address-that-does-not-fit-into-one-line) ${MALICIOUS_TEXT}`;
    const entry = {
      title: 'Benachrichtigungseinstellungen für Kundenverwaltungsvorgänge',
      text,
      items: [card],
    };
    const { data } = await owner.callApi<Created>('POST', 'changelog', entry);
    await owner.callApi('PATCH', `changelog/${data.id}`, { status: 'published' });
    await owner.callApi('PATCH', 'public-pages', { changelog: true, roadmap: true });
    await owner.goTo('/app/changelog');
    await owner.page.getByText(entry.title).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('changelog-list');

    const visitor = await fixture.visit();
    const { page } = visitor;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    for (const lang of ['en', 'ar']) {
      await visitor.goTo(`/f/${slug}/changelog?lang=${lang}`);
      await page.getByRole('heading', { name: entry.title }).waitFor();
      await visitor.expectAccessible();
      await visitor.expectFits(`changelog-${lang}`);
    }
    await page.getByRole('link', { name: entry.title }).click();
    await page.getByRole('heading', { name: entry.title, level: 1 }).waitFor();
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    await visitor.expectAccessible();
    await visitor.expectFits('changelog-entry-page');
    const changelog = `/f/${slug}/changelog`;
    expect(requests).toEqual([changelog, changelog, `${changelog}/${data.id}`]);
    expect(await visitor.context.cookies()).toEqual([]);
  });
});
