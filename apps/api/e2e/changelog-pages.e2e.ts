import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const { service, client } = useService();
const ITEMS = '/api/v1/feedback';
const CHANGELOG = '/api/v1/changelog';

let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
let key: string;
let form: string;
beforeEach(async () => {
  mine = await Dashboard.forNewAccount(service, client);
  ({ key } = mine.account);
  form = `/f/${mine.account.slug}`;
});

const call = (method: string, path: string, body?: object) => client.call(method, path, { key, body });
async function publish(title: string, more: object = {}): Promise<string> {
  const { id } = (await call('POST', CHANGELOG, { title, ...more })).json.data;
  await call('PATCH', `${CHANGELOG}/${id}`, { status: 'published' });
  return id;
}
async function publishCard(title: string): Promise<string> {
  const { id } = (await call('POST', ITEMS, { title: `Private ${title}` })).json.data;
  await call('PUT', `${ITEMS}/${id}/public`, { title });
  return id;
}
const turnOn = (more: object = {}) => mine.patch('public-pages', { changelog: true, ...more });
const get = (path: string, headers = {}) => client.call('GET', form + path, { headers });
const code = ({ status, json }: HttpResponse) => [status, json.error.code];
/** Reads until the page shows what was changed: it stays as it was for a second (public.md 5). */
async function until(path: string, isShown: (response: HttpResponse) => boolean): Promise<HttpResponse> {
  for (;;) {
    const response = await get(path);
    if (isShown(response)) return response;
  }
}
const titlesOf = (html: string) =>
  [...html.matchAll(/<h3 dir="auto"><a [^>]*>([^<]*)</g)].map(([, title]) => title);

/** changelog.md 5 */
describe('/f/<slug>/changelog', () => {
  it('does not exist until an admin turns it on', async () => {
    const id = await publish('Dark theme');
    const missing = await get('/changelog');
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.text).toContain('Page not found');
    expect((await get(`/changelog/${id}`)).status).toBe(404);
    for (const path of ['/changelog.json', '/changelog.atom', '/changelog-feed.json'])
      expect([path, ...code(await get(path))]).toEqual([path, 404, 'changelog_not_found']);
    await turnOn();
    expect((await until('/changelog', ({ status }) => status === 200)).text).toContain('Dark theme');
  });

  it('shows published entries by month, with the public cards of their items', async () => {
    const card = await publishCard('A <card>');
    const { id: hidden } = (await call('POST', ITEMS, { title: 'Secret item' })).json.data;
    await call('POST', CHANGELOG, { title: 'Secret draft' });
    const id = await publish('A <b>', { text: 'Choose **Dark** <script>', items: [hidden, card] });
    await turnOn();
    const { status, text, headers } = await get('/changelog?lang=en');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; /);
    const month = new Date().toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(text).toContain(`">${month}</h2>`);
    expect(text).toContain(`<h3 dir="auto"><a href="changelog/${id}?lang=en">A &lt;b&gt;</a></h3>`);
    expect(text).toContain('<p>Choose <strong>Dark</strong> &lt;script&gt;</p>');
    expect(text).toContain(
      `<ul class="about" aria-label="What it is about"><li><a href="items/${card}?lang=en" dir="auto">A &lt;card&gt;</a></li></ul>`,
    );
    expect(text).not.toMatch(/Secret|Private|<script/);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000${form}/changelog">`);
  });

  it('has pages of 20, the last published one first', async () => {
    const ids = [];
    for (let i = 1; i <= 21; i++) ids.push(await publish(`Entry ${i}`));
    await turnOn({ search_engines: true });
    const first = (await get('/changelog?lang=de')).text;
    const older = `changelog?after=${ids[1]}&amp;lang=de`;
    expect(titlesOf(first)).toEqual(
      ids
        .map((_, i) => `Entry ${i + 1}`)
        .toReversed()
        .slice(0, 20),
    );
    expect(first).toContain(`<a href="${older}">Ältere Änderungen</a>`);
    const second = (await get(`/${older.replace('&amp;', '&')}`)).text;
    expect(titlesOf(second)).toEqual(['Entry 1']);
    expect(second).toContain(
      `<link rel="canonical" href="http://localhost:3000${form}/changelog?after=${ids[1]}">`,
    );
    expect(second).not.toContain('href="changelog?after=');
    expect((await get(`/changelog?after=${ids[0]}`)).status).toBe(404);
    expect((await get('/changelog?after=a&after=b')).status).toBe(200);
  });

  it('shows changes within a second, and returns 304 for what did not change', async () => {
    const id = await publish('Dark theme');
    await turnOn();
    const { headers, text } = await get('/changelog');
    expect(headers['cache-control']).toBe('public, max-age=30, stale-while-revalidate=300');
    const again = await get('/changelog', { 'if-none-match': headers['etag'] as string });
    expect([again.status, again.text]).toEqual([304, '']);
    await call('PATCH', `${CHANGELOG}/${id}`, { status: 'draft' });
    const empty = await until('/changelog', (page) => page.text !== text);
    expect(empty.text).toContain('No changes yet.');
    expect((await get(`/changelog/${id}`)).status).toBe(404);
  });

  it('speaks the language of the visitor, and moves with the slug', async () => {
    await publish('Dark theme');
    await turnOn();
    const { text } = await get('/changelog?lang=ar');
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect((await get('/changelog', { 'accept-language': 'de' })).text).toContain('<h1>Änderungen</h1>');
    await mine.patch('form', { slug: `${mine.account.slug}-new` });
    for (const path of ['/changelog?lang=de', '/changelog/x?lang=de']) {
      const { status, headers } = await until(path, (page) => page.status === 302);
      expect([status, headers['location']]).toEqual([302, `${form}-new${path}`]);
    }
  });

  it('links to the roadmap and from it, and the form links to both', async () => {
    await turnOn({ roadmap: true });
    expect((await get('/changelog?lang=en')).text).toContain('<a href="roadmap?lang=en">Roadmap</a>');
    expect((await get('/roadmap?lang=en')).text).toContain('<a href="changelog?lang=en">Changelog</a>');
    const links = `<a href="${form}/roadmap?lang=en">Roadmap</a> <a href="${form}/changelog?lang=en">Changelog</a>`;
    expect((await get('?lang=en')).text).toContain(links);
    await turnOn({ roadmap: false });
    const alone = await until('/changelog', (page) => !page.text.includes('href="roadmap'));
    expect(alone.text).not.toContain('roadmap');
  });

  /** public.md 4, public.md 6 */
  it('is linked from the cards that it is about, and in the sitemap', async () => {
    const card = await publishCard('Dark mode');
    const id = await publish('Dark <theme>', { items: [card] });
    const linked = `<a href="../changelog/${id}?lang=en"><strong dir="auto">Dark &lt;theme&gt;</strong></a>`;
    expect((await get(`/items/${card}?lang=en`)).text).not.toContain('changelog');
    await turnOn();
    expect((await get(`/items/${card}?lang=en`)).text).toContain(linked);
    expect(code(await get('/sitemap.xml'))).toEqual([404, 'roadmap_not_found']);
    await turnOn({ search_engines: true });
    const { text } = await until('/sitemap.xml', ({ status }) => status === 200);
    const url = `http://localhost:3000${form}`;
    expect(text).toContain(`<loc>${url}/changelog</loc>`);
    expect(text).toContain(`<loc>${url}/changelog/${id}</loc><lastmod>`);
    expect(text).not.toContain('/roadmap');
    await call('PATCH', `${CHANGELOG}/${id}`, { status: 'draft' });
    expect((await get(`/items/${card}`)).text).not.toContain('changelog');
  });

  it('shows an entry on its own page, whose URL the API returns', async () => {
    const card = await publishCard('Dark mode');
    const id = await publish('Dark theme', { text: 'Choose *Dark*.\n\n- a\n- b', items: [card] });
    await turnOn();
    expect((await call('GET', `${CHANGELOG}/${id}`)).json.data.url).toBe(
      `http://localhost:3000${form}/changelog/${id}`,
    );
    const { text } = await get(`/changelog/${id.toUpperCase()}?lang=en`);
    expect(text).toContain('<h1 dir="auto">Dark theme</h1>');
    expect(text).toContain('<a href="../changelog?lang=en">');
    expect(text).toContain(`<a href="../items/${card}?lang=en" dir="auto">Dark mode</a>`);
    expect(text).toContain('<meta property="og:description" content="Choose Dark. • a • b">');
    for (const other of ['abc', card]) expect((await get(`/changelog/${other}`)).status).toBe(404);
  });
});

/** changelog.md 6 */
describe('feeds and data of the changelog', () => {
  it('have the newest entries', async () => {
    const card = await publishCard('Dark mode');
    const id = await publish('Dark & light', { text: '**a** <b>', items: [card] });
    await turnOn();
    const url = `http://localhost:3000${form}`;
    const atom = await get('/changelog.atom');
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(atom.text).toContain(`<entry><id>${url}/changelog/${id}</id><title>Dark &amp; light</title>`);
    expect(atom.text).toContain(
      '<content type="html">&lt;p&gt;&lt;strong&gt;a&lt;/strong&gt; &amp;lt;b&amp;gt;&lt;/p&gt;\n</content>',
    );
    const feed = await get('/changelog-feed.json');
    expect(feed.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const html = '<p><strong>a</strong> &lt;b&gt;</p>\n';
    const time = expect.stringMatching(/Z$/);
    expect(JSON.parse(feed.text)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${url}/changelog-feed.json`,
      items: [
        { id: `${url}/changelog/${id}`, content_html: html, date_published: time, date_modified: time },
      ],
    });
    const { json, headers } = await get('/changelog.json?lang=de', { origin: 'https://example.com' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(json).toEqual({
      data: [
        {
          id,
          url: `${url}/changelog/${id}`,
          title: 'Dark & light',
          text: '**a** <b>',
          html,
          cards: [{ id: card, url: `${url}/items/${card}`, title: 'Dark mode' }],
          published_at: time,
        },
      ],
      name: expect.any(String),
      title: `Änderungen bei ${json.name}`,
      new: { one: '{n} neue', other: '{n} neue' },
      url: `${url}/changelog`,
      language: 'de',
      direction: 'ltr',
    });
  });
});
