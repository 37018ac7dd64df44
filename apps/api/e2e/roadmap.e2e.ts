import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const { service, client } = useService();
const ITEMS = '/api/v1/feedback';

let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
let key: string;
let form: string;
beforeEach(async () => {
  mine = await Dashboard.forNewAccount(service, client);
  ({ key } = mine.account);
  form = `/f/${mine.account.slug}`;
});

const call = (method: string, path: string, body?: object) => client.call(method, path, { key, body });
async function publish(title: string, more: object = {}, text?: string): Promise<string> {
  const { id } = (await call('POST', ITEMS, { title: `Private ${title}`, ...more })).json.data;
  await call('PUT', `${ITEMS}/${id}/public`, { title, text });
  return id;
}
const settings = (change: object) => mine.patch('public-pages', change);
const get = (path: string, headers = {}) => client.call('GET', form + path, { headers });
const code = ({ status, json }: HttpResponse) => [status, json.error.code];
/** Reads until the page shows what was changed: it stays as it was for a second (public.md 5). */
async function until(path: string, isShown: (response: HttpResponse) => boolean): Promise<HttpResponse> {
  for (;;) {
    const response = await get(path);
    if (isShown(response)) return response;
  }
}
const between = (html: string, start: string, end: string) => html.split(start)[1]!.split(end)[0]!;

/** public.md 4 */
describe('/f/<slug>/roadmap', () => {
  it('does not exist until an admin turns it on', async () => {
    await publish('Dark theme', { status: 'planned' });
    const missing = await get('/roadmap');
    expect(missing.status).toBe(404);
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(missing.text).toContain('Page not found');
    for (const path of ['/roadmap.json', '/roadmap.atom', '/feed.json', '/sitemap.xml'])
      expect([path, ...code(await get(path))]).toEqual([path, 404, 'roadmap_not_found']);
    await settings({ roadmap: true });
    expect((await until('/roadmap', ({ status }) => status === 200)).text).toContain('Dark theme');
  });

  it('has a column for each status, in which cards link to their pages', async () => {
    const id = await publish('A <b>"card"</b>', { status: 'planned', submitter_email: 'ada@example.com' });
    await publish('Done', { status: 'shipped' });
    await publish('Rejected', { status: 'declined' });
    await publish('Idea');
    await settings({ roadmap: true, introduction: 'What is\nnext <3' });
    const { status, text, headers } = await get('/roadmap');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; /);
    expect(text).toContain('<p class="words" dir="auto">What is\nnext &lt;3</p>');
    const planned = between(text, '<section id="planned"', '</section>');
    expect(planned).toContain(
      `<li><a href="items/${id}"><strong dir="auto">A &lt;b&gt;&quot;card&quot;&lt;/b&gt;</strong><small>Requested by <b>1</b> person · <time datetime=`,
    );
    expect(planned).toMatch(/>Moved today<\/time>/);
    expect(between(text, '<section id="building"', '</section>')).toContain('Nothing right now.');
    expect(between(text, '<section id="shipped"', '</section>')).toMatch(/In the last 90 days.*Done/s);
    expect(text).not.toMatch(/Rejected|Idea|Private|ada@/);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain(`<link rel="canonical" href="http://localhost:3000${form}/roadmap">`);
  });

  it('shows the statuses that were chosen, and no counts if none are', async () => {
    await publish('Idea');
    await settings({ roadmap: true, statuses: ['new'], counts: 'none', search_engines: true });
    const { text } = await get('/roadmap');
    expect(text).toMatch(/Under review.*Idea/s);
    expect(text).not.toMatch(/Requested by|noindex|id="planned"/);
  });

  it('speaks the language of the visitor', async () => {
    await publish('Idea', { status: 'planned' });
    await settings({ roadmap: true });
    const page = await get('/roadmap?lang=ar');
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    expect(page.text).toMatch(/<a href="items\/[^"?]+\?lang=ar">/);
    expect(page.headers['vary']).toBe('Accept-Encoding');
    expect((await get('/roadmap', { 'accept-language': 'de' })).text).toContain('<html lang="de" dir="ltr">');
    for (const path of ['/roadmap', '/roadmap?lang=xx'])
      expect((await get(path)).headers['vary']).toBe('Accept-Encoding, Accept-Language');
  });

  it('is not there for a suspended account, and moves with the slug', async () => {
    await publish('Idea', { status: 'planned' });
    await settings({ roadmap: true });
    await mine.patch('form', { slug: `${mine.account.slug}-new` });
    for (const path of ['/roadmap?lang=de', '/items/x?lang=de']) {
      const { status, headers } = await get(path);
      expect([status, headers['location']]).toEqual([302, `${form}-new${path}`]);
    }
  });
});

/** public.md 4 */
describe('/f/<slug>/items/<id>', () => {
  it('shows a card, also without a roadmap, with the statuses that it had', async () => {
    const id = await publish('Dark theme', { status: 'declined' }, 'See https://example.com/a.\n<b>');
    const { status, text } = await get(`/items/${id.toUpperCase()}`);
    expect(status).toBe(200);
    expect(text).toContain('<h1 dir="auto">Dark theme</h1>');
    expect(text).toContain(
      'See <a href="https://example.com/a" rel="nofollow ugc noopener">https://example.com/a</a>.\n&lt;b&gt;',
    );
    expect(text).not.toMatch(/Private|"\.\.\/roadmap/);
    await call('PATCH', `${ITEMS}/${id}`, { status: 'planned' });
    await settings({ roadmap: true });
    const moved = await get(`/items/${id}?lang=en`);
    expect(moved.text).toContain('<a href="../roadmap?lang=en">');
    expect([...moved.text.matchAll(/<li><span class="pill status (\w+)">/g)].map(([, one]) => one)).toEqual([
      'planned',
      'declined',
    ]);
    expect((await get(`/items/${id}?lang=fr`)).text).toContain('<html lang="fr"');
  });

  it('is gone when the card has ended, and unknown for all that was never public', async () => {
    const id = await publish('Dark theme');
    await call('DELETE', `${ITEMS}/${id}/public`);
    const ended = await get(`/items/${id}`);
    expect([ended.status, ended.headers['cache-control']]).toEqual([410, 'no-store']);
    expect(ended.text).toContain('No longer public');
    const { id: never } = (await call('POST', ITEMS, { title: 'Secret' })).json.data;
    const other = await Dashboard.forNewAccount(service, client);
    const unknown = [never, 'x', '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f'].map((one) => `${form}/items/${one}`);
    for (const path of [...unknown, `/f/${other.account.slug}/items/${await publish('Mine')}`])
      expect([path, (await client.call('GET', path)).status]).toEqual([path, 404]);
  });

  it('redirects to the target that an item was merged into, if that is public', async () => {
    const [id, target] = [await publish('One'), await publish('Two')];
    await call('PATCH', `${ITEMS}/${id}`, { merged_into: target });
    const { status, headers } = await get(`/items/${id}?lang=de`);
    expect([status, headers['location']]).toEqual([301, `${form}/items/${target}?lang=de`]);
    await call('DELETE', `${ITEMS}/${target}/public`);
    expect((await get(`/items/${id}`)).status).toBe(410);
  });
});

/** public.md 5 */
describe('caches', () => {
  it('get 304 for a page that did not change, and a new one for each change', async () => {
    const id = await publish('Dark theme', { status: 'planned' }, 'x'.repeat(1_100));
    await settings({ roadmap: true, search_engines: true });
    for (const path of [
      '/roadmap',
      `/items/${id}`,
      '/roadmap.json',
      '/roadmap.atom',
      '/feed.json',
      '/sitemap.xml',
    ]) {
      const { headers } = await get(path);
      expect([path, headers['cache-control']]).toEqual([
        path,
        'public, max-age=30, stale-while-revalidate=300',
      ]);
      const known = { 'if-none-match': headers['etag']! };
      const again = await get(path, known);
      expect([path, again.status, again.text]).toEqual([path, 304, '']);
      expect(again.headers['etag']).toBe(headers['etag']);
      expect((await get(path, { ...known, 'accept-encoding': 'gzip' })).status).toBe(304);
      expect((await get(`${path}?lang=sv`, known)).status).toBe(path === '/sitemap.xml' ? 304 : 200);
    }
    const before = (await get('/roadmap')).headers['etag'];
    await call('PATCH', `${ITEMS}/${id}`, { title: 'Another private title' });
    await call('PUT', `${ITEMS}/${id}/public`, { title: 'Dark colors' });
    const { text, headers } = await until('/roadmap', (page) => page.headers['etag'] !== before);
    expect(text).toContain('Dark colors');
    expect(headers['etag']).not.toBe(before);
  });

  it('get the same page with and without compression', async () => {
    await publish('Dark theme', { status: 'planned' });
    await settings({ roadmap: true });
    const page = await get('/roadmap');
    const zipped = await fetch(`${service.origin}${form}/roadmap`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(page.text);
    const head = await client.call('HEAD', `${form}/roadmap`);
    expect([head.status, head.headers['etag']]).toEqual([200, page.headers['etag']]);
  });
});

/** public.md 6 */
describe('feeds and data', () => {
  let id: string;
  beforeEach(async () => {
    id = await publish('Dark & light', { status: 'planned' }, 'Text \u0001 <i>');
    await call('PATCH', `${ITEMS}/${id}`, { status: 'building' });
    await publish('Rejected', { status: 'declined' });
    await settings({ roadmap: true });
  });

  it('have the moves, the newest one first', async () => {
    const atom = await get('/roadmap.atom?lang=en');
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const titles = [...atom.text.matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map(([, title]) => title);
    expect(titles).toEqual(['Building: Dark &amp; light', 'Planned: Dark &amp; light']);
    expect(atom.text).toContain('<content type="text">Text \ufffd &lt;i&gt;</content>');
    const feed = await get('/feed.json?lang=en');
    expect(feed.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const { items, ...about } = JSON.parse(feed.text);
    const url = `http://localhost:3000${form}`;
    expect(about).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: expect.stringMatching(/roadmap$/),
      home_page_url: `${url}/roadmap`,
      feed_url: `${url}/feed.json`,
      language: 'en',
    });
    expect(items).toEqual(
      ['Building', 'Planned'].map((status) => ({
        id: expect.stringContaining(`${url}/items/${id}#${status.toLowerCase()}-`),
        url: `${url}/items/${id}`,
        title: `${status}: Dark & light`,
        content_text: 'Text \u0001 <i>',
        date_published: expect.stringMatching(/Z$/),
      })),
    );
  });

  it('have the cards for the pages of the account, from any origin', async () => {
    const { json, headers } = await get('/roadmap.json?lang=de', { origin: 'https://example.com' });
    expect(headers['access-control-allow-origin']).toBe('*');
    const url = `http://localhost:3000${form}`;
    const card = {
      id,
      url: `${url}/items/${id}`,
      title: 'Dark & light',
      text: 'Text \u0001 <i>',
      request_count: 1,
      unconfirmed_votes: null,
      published_at: expect.stringMatching(/Z$/),
      moved_at: expect.stringMatching(/Z$/),
      facts: ['Von 1 Person gewünscht', expect.stringContaining('heute')],
    };
    const label = expect.any(String);
    expect(json).toEqual({
      data: [
        { status: 'planned', label, note: null, cards: [] },
        { status: 'building', label, note: null, cards: [card] },
        { status: 'shipped', label, note: 'In den letzten 90 Tagen', cards: [] },
      ],
      name: expect.any(String),
      title: expect.stringContaining(json.name),
      empty: expect.any(String),
      url: `${url}/roadmap`,
      language: 'de',
      direction: 'ltr',
    });
    await settings({ counts: 'none' });
    await until('/roadmap.json', (page) => page.json.data[1].cards[0].request_count === null);
  });

  it('tell search engines only if they may list the pages', async () => {
    expect(code(await get('/sitemap.xml'))).toEqual([404, 'roadmap_not_found']);
    expect((await get('/feed.json')).headers['x-robots-tag']).toBe('noindex');
    expect((await get(`/items/${id}`)).text).not.toContain('ld+json');
    await settings({ search_engines: true });
    const { text, headers } = await until('/sitemap.xml', ({ status }) => status === 200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(text).toContain(`<loc>http://localhost:3000${form}/items/${id}</loc><lastmod>`);
    expect(headers['x-robots-tag']).toBeUndefined();
    const page = (await get(`/items/${id}`)).text;
    const data = JSON.parse(between(page, '<script type="application/ld+json">', '</script>'));
    expect(data).toMatchObject({ '@type': 'WebPage', name: 'Dark & light', description: 'Text \u0001 <i>' });
  });
});

/** public.md 7 */
describe('the form', () => {
  const send = async (title: string, more: Record<string, string> = {}) => {
    const { token } = (await get('/token')).json.data;
    const body = new URLSearchParams({ title, form_token: token, homepage: '', ...more }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return client.call('POST', form, { body, headers });
  };
  const titles = async () =>
    (await call('GET', ITEMS)).json.data.map(({ title }: { title: string }) => title);

  it('links to the roadmap, and finds cards that are similar to a title', async () => {
    const id = await publish('Dark mode for the editor', { status: 'planned' });
    const similar = async (title: string) => (await get(`/similar?title=${encodeURIComponent(title)}`)).json;
    expect((await get('')).text).not.toMatch(/roadmap|data-similar/);
    expect(await similar('dark mode editor')).toEqual({ data: [] });
    await settings({ roadmap: true });
    const page = (await get('?lang=en')).text;
    expect(page).toContain(`<a href="${form}/roadmap?lang=en">Roadmap</a>`);
    expect(page).toContain('data-similar="Already on the roadmap:"');
    const card = { title: 'Dark mode for the editor', status: 'Planned', url: `${form}/items/${id}` };
    expect(await similar('dark mode editor')).toEqual({ data: [card] });
    for (const title of ['Private', ' ', 'dark mode editor '.repeat(20), 'dark mode\0editor'])
      expect(await similar(title)).toEqual({ data: [] });
    expect((await get('/similar')).json).toEqual({ data: [] });
  });

  it('asks without a script whether a close card is meant, and then sends', async () => {
    await publish('Dark mode for the editor', { status: 'planned' });
    await settings({ roadmap: true });
    const before = await titles();
    const asked = await send('Dark mode for editors', { description: 'My "words"', submitter_email: '' });
    expect(asked.status).toBe(200);
    expect(asked.text).toMatch(/Is it one of these\?.*Dark mode for the editor/s);
    expect(asked.text).toContain('<input type="hidden" name="description" value="My &quot;words&quot;">');
    expect(await titles()).toEqual(before);
    expect((await send('Export as CSV')).status).toBe(303);
    // The button sends what the page has, also to quarantine.
    const hidden = [...asked.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const fields = Object.fromEntries(
      hidden.map(([, name, value]) => [name, value!.replaceAll('&quot;', '"')]),
    );
    expect(Object.keys(fields)).toEqual(['title', 'description', 'form_token', 'send_anyway']);
    expect((await send(fields['title']!, fields)).status).toBe(303);
    const kept = (await mine.get('quarantine')).json.data.map(({ title }: { title: string }) => title);
    expect([...kept, ...(await titles())].toSorted()).toEqual(
      ['Dark mode for editors', 'Export as CSV', ...before].toSorted(),
    );
  });
});
