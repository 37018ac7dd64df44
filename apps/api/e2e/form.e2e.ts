import { Client, type Call } from './support/client';
import { Service, type Account } from './support/service';

/** `/f/<slug>`: API.md 1.11a, as far as a plain form goes. */
describe('the form', () => {
  let service: Service;
  let client: Client;
  let account: Account;
  let form: string;

  beforeAll(async () => {
    service = await Service.start();
    client = new Client(service.origin);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(async () => {
    account = await service.account();
    form = `/f/${account.slug}`;
  });

  const typed = (fields: Record<string, string>, more: Call = {}) =>
    client.call('POST', form, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...more,
    });
  const sent = (body: unknown) => client.call('POST', form, { body });
  const items = async () => (await client.call('GET', '/api/v1/feedback', { key: account.key })).json.data;

  it('shows the whole form at once, under a strict policy', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await client.call(method, form);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
      });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    const { text } = await client.call('GET', form);
    for (const name of ['title', 'description', 'submitter_email']) {
      expect(text).toContain(`<label for="${name}">`);
      expect(text).toContain(`id="${name}" name="${name}"`);
    }
    expect(text).toContain(`<form method="post" action="${form}"`);
    expect(text).not.toMatch(/<script|https?:/);
  });

  it('takes a submission without JavaScript and says thanks', async () => {
    const answer = await typed({
      title: ' Dark mode ',
      description: 'a\r\nb',
      submitter_email: 'ada@example.com',
    });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe(`${form}/thanks`);
    const thanks = await client.call('GET', `${form}/thanks`);
    expect(thanks.status).toBe(200);
    expect(thanks.text).toContain('Thank you');
    expect(await items()).toMatchObject([
      {
        title: 'Dark mode',
        description: 'a\nb',
        submitter_email: 'ada@example.com',
        status: 'new',
        source: 'form',
      },
    ]);
  });

  it('takes fields left empty as not given, and ignores fields it does not know', async () => {
    await typed({ title: 'T', description: '', submitter_email: '', status: 'shipped', extension: 'x' });
    expect(await items()).toMatchObject([
      { title: 'T', description: null, submitter_email: null, status: 'new' },
    ]);
  });

  it('shows each message beside its field and keeps what was typed', async () => {
    const answer = await typed({ title: '', description: '<b>"it\'s" & more</b>', submitter_email: 'ada@' });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<p class="error" id="title-error">Please write something here.</p>');
    expect(answer.text).toContain(
      'id="submitter_email-error">This does not look like an e-mail address.</p>',
    );
    expect(answer.text).toMatch(/name="submitter_email"[^>]*aria-invalid="true"[^>]*value="ada@"/);
    expect(answer.text).toContain('&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;</textarea>');
    expect(answer.text).not.toContain('<b>');
    expect(await items()).toEqual([]);
  });

  it('says how long is too long', async () => {
    expect((await typed({ title: 'x'.repeat(201) })).text).toContain(
      'That is too long: maximum 200 characters.',
    );
  });

  it('takes JSON, and answers with the id alone', async () => {
    const answer = await sent({ title: 'From a page', submitter_email: null });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ data: { id: expect.any(String) } });
    expect(await items()).toMatchObject([{ id: answer.json.data.id, title: 'From a page', source: 'form' }]);
  });

  it('marks what a widget sends', async () => {
    await client.call('POST', `${form}?source=widget`, { body: { title: 'T' } });
    expect(await items()).toMatchObject([{ source: 'widget' }]);
  });

  it('refuses in JSON what it does not know, in the envelope of the API', async () => {
    for (const name of ['status', 'id', 'source', 'x']) {
      const answer = await sent({ title: 'T', [name]: 'new' });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toMatchObject({
        type: 'validation_error',
        code: 'unknown_field',
        param: name,
      });
    }
    expect((await sent({})).json.error.message).toBe('Missing required field: title');
    expect(await items()).toEqual([]);
  });

  it('is open to pages of any origin, without credentials', async () => {
    const preflight = await client.call('OPTIONS', form, { headers: { origin: 'https://page.example' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Content-Type',
    });
    for (const answer of [await sent({ title: 'T' }), await sent({})]) {
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('is a friendly 404 where there is no form', async () => {
    for (const path of ['/f/no-such-form', '/f/No-Such', '/f/%00', "/f/'", '/f/no-such-form/thanks']) {
      const page = await client.call('GET', path);
      expect(page.status).toBe(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('There is no form here');
    }
    const answer = await client.call('POST', '/f/no-such-form', { body: { title: 'T' } });
    expect(answer.status).toBe(404);
    expect(answer.json.error).toMatchObject({ type: 'not_found_error', code: 'form_not_found' });
  });

  it('is a friendly 410 when closed', async () => {
    await service.dataSource.query('UPDATE accounts SET form_open = false WHERE id = $1', [account.id]);
    const page = await client.call('GET', form);
    expect(page.status).toBe(410);
    expect(page.text).toContain('This form is closed');
    expect((await typed({ title: 'T' })).status).toBe(410);
    expect((await sent({ title: 'T' })).json.error).toMatchObject({
      type: 'not_found_error',
      code: 'form_closed',
    });
    expect(await items()).toEqual([]);
  });

  it('refuses other bodies and bodies over 64 KiB', async () => {
    const text = await client.call('POST', form, {
      body: 'title=T',
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
    const long = await sent({ title: 'T', description: 'x'.repeat(66_000) });
    expect(long.status).toBe(413);
    expect(long.json.error.message).toBe('Request body is too large (maximum 65536 bytes)');
    const broken = await client.call('POST', form, {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.json.error.code).toBe('malformed_json');
  });

  it.each([
    ['percent-encoded', 'title=%ff%fe+bad'],
    ['raw', Buffer.concat([Buffer.from('title='), Buffer.from([0xff]), Buffer.from('bad')])],
    ['cut off', 'title=50%'],
  ])('refuses what is not UTF-8 instead of storing U+FFFD: %s', async (_name, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await client.call('POST', form, { body, headers })).status).toBe(400);
    expect(await items()).toEqual([]);
  });

  it('knows no other method', async () => {
    for (const [method, path, allow] of [
      ['PUT', form, 'GET, HEAD, POST, OPTIONS'],
      ['POST', `${form}/thanks`, 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await client.call(method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe(allow);
    }
  });

  it('needs no key and takes none', async () => {
    const answer = await client.call('POST', form, { key: account.key, body: { title: 'T' } });
    expect(answer.status).toBe(201);
    expect(answer.headers).not.toHaveProperty('ratelimit');
  });
});

describe('the form, submitted too often', () => {
  it('answers 429 with Retry-After, as a page or in the envelope, per address and form', async () => {
    const service = await Service.start({ FORM_PER_MINUTE: '2', TRUST_PROXY: '1' });
    const client = new Client(service.origin);
    try {
      const [one, two] = [await service.account(), await service.account()];
      const from = (ip: string, slug: string, more: Call) =>
        client.call('POST', `/f/${slug}`, { ...more, headers: { 'x-forwarded-for': ip, ...more.headers } });
      const json = { body: { title: 'T' } };
      for (let i = 0; i < 2; i++) expect((await from('192.0.2.1', one.slug, json)).status).toBe(201);
      const answer = await from('192.0.2.1', one.slug, json);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
      expect(answer.json.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' });
      const page = await from('192.0.2.1', one.slug, {
        body: 'title=T',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(page.status).toBe(429);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect((await from('192.0.2.1', two.slug, json)).status).toBe(201);
      expect((await from('192.0.2.2', one.slug, json)).status).toBe(201);
      for (let i = 1; i < 3; i++) await from(`2001:db8:0:1::${i}`, one.slug, json);
      expect((await from('2001:db8:0:1:ffff::9', one.slug, json)).status).toBe(429);
      expect((await from('2001:db8:0:2::1', one.slug, json)).status).toBe(201);
      expect(
        (await client.call('GET', `/f/${one.slug}`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status,
      ).toBe(200);
    } finally {
      client.close();
      await service.stop();
    }
  });

  it('holds the hour beside the minute', async () => {
    const service = await Service.start({ FORM_PER_HOUR: '1' });
    const client = new Client(service.origin);
    try {
      const { slug } = await service.account();
      expect((await client.call('POST', `/f/${slug}`, { body: { title: 'T' } })).status).toBe(201);
      const answer = await client.call('POST', `/f/${slug}`, { body: { title: 'T' } });
      expect(answer.status).toBe(429);
      expect(answer.json.error.message).toMatch(
        /^Rate limit exceeded: 1 requests per hour\. Retry in 3[56]\d\d seconds\.$/,
      );
    } finally {
      client.close();
      await service.stop();
    }
  });
});
