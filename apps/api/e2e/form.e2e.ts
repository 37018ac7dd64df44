import { createHash } from 'node:crypto';
import { AccountSettingsUseCases, formChangeRule } from '@libs/accounts';
import { parse, SYSTEM } from '@libs/kernel';
import type { Call } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** form.md 1, form.md 2 */
describe('/f/<slug>', () => {
  const { service, client } = useService({ FORM_MIN_SECONDS: '0', TRUST_PROXY: '1' });
  let account: Account;
  let form: string;

  beforeEach(async () => {
    account = await service.account();
    form = `/f/${account.slug}`;
  });

  /** Each visitor has a different IP address, so that none becomes suspicious because of another one. */
  let visitors = 0;
  const address = () => ({ 'x-forwarded-for': `192.0.2.${++visitors}` });
  const token = async (): Promise<string> =>
    (await client.call('GET', `${form}/token`)).json.data.token as string;
  const posted = async (fields: Record<string, string>) =>
    client.call('POST', form, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...address() },
    });
  const typed = async (fields: Record<string, string>) => posted({ ...fields, form_token: await token() });
  const sent = async (body: object, path = form) =>
    client.call('POST', path, { body: { ...body, form_token: await token() }, headers: address() });
  const settings = (columns: Record<string, unknown>) =>
    service.dataSource.query(
      `UPDATE accounts SET ${Object.keys(columns)
        .map((name, i) => `${name} = $${i + 2}`)
        .join()} WHERE id = $1`,
      [account.id, ...Object.values(columns)],
    );
  const items = async () => (await client.call('GET', '/api/v1/feedback', { key: account.key })).json.data;

  it('serves the whole form in one response, with a strict content security policy', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await client.call(method, form);
      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
        ),
      });
      expect(response.headers).not.toHaveProperty('set-cookie');
    }
    const { text } = await client.call('GET', form);
    for (const name of ['title', 'description', 'submitter_email']) {
      expect(text).toContain(`<label for="${name}">`);
      expect(text).toContain(`id="${name}" name="${name}"`);
    }
    expect(text).toContain(`<form class="card" method="post" action="${form}"`);
    expect(text).not.toMatch(
      /https?:|<script(?! type="module" src="\/assets\/[\w.-]+"><\/script>)| style=| on\w+=/,
    );
  });

  it('accepts a submission without JavaScript and redirects to the thank-you page', async () => {
    const response = await typed({
      title: ' Dark mode ',
      description: 'a\r\nb',
      submitter_email: 'ada@example.com',
    });
    expect(response.status).toBe(303);
    expect(response.headers['location']).toMatch(new RegExp(`^${form}/thanks/[\\w-]{66}$`));
    const thanks = await client.call('GET', `${form}/thanks`);
    expect(thanks.status).toBe(200);
    expect(thanks.text).toContain('Thanks for your feedback');
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

  /** form.md 6 */
  describe('with an old slug', () => {
    let moved: string;
    beforeEach(async () => {
      const slug = `${account.slug}-moved`;
      moved = `/f/${slug}`;
      await service
        .get(AccountSettingsUseCases)
        .changeForm(account.id, parse(formChangeRule, { slug }), SYSTEM);
    });

    it.each(['', '/thanks', '?source=flyer&x=%2F', '/thanks?x'])(
      'redirects to the new slug and keeps path and query: %s',
      async (rest) => {
        const response = await client.call('GET', form + rest);
        expect([response.status, response.headers['location']]).toEqual([302, moved + rest]);
        expect(response.headers['cache-control']).toBe('no-store');
      },
    );

    it('accepts submissions from the widget and from an open page', async () => {
      expect((await sent({ title: 'By widget' }, `${form}?source=widget`)).status).toBe(201);
      const page = await typed({ title: 'By page' });
      expect([page.status, page.headers['location']]).toEqual([
        303,
        expect.stringMatching(new RegExp(`^${moved}/thanks/[\\w-]{66}$`)),
      ]);
      expect(await items()).toMatchObject([
        { title: 'By page', source: 'form' },
        { title: 'By widget', source: 'widget' },
      ]);
    });
  });

  it('treats empty fields as absent, and ignores unknown fields of the HTML form', async () => {
    const unknown = { status: 'shipped', external_id: 'x', tags: 'x', extension: 'x' };
    await typed({ title: 'T', description: '', submitter_email: '', ...unknown });
    expect(await items()).toMatchObject([
      { title: 'T', description: null, submitter_email: null, status: 'new', external_id: null, tags: [] },
    ]);
  });

  it('shows each error beside its field and keeps the input', async () => {
    const response = await typed({
      title: '',
      description: '<b>"it\'s" & more</b>',
      submitter_email: 'ada@',
    });
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.text).toContain('<p class="error" id="title-error">This field is required.</p>');
    expect(response.text).toContain('id="submitter_email-error">Enter a valid email address.</p>');
    expect(response.text).toMatch(/name="submitter_email"[^>]*aria-invalid="true"[^>]*value="ada@"/);
    expect(response.text).toContain('&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;</textarea>');
    expect(response.text).toMatch(/<div class="problems" role="alert" tabindex="-1" autofocus>/);
    expect(response.text).toContain('<a href="#title">Title: This field is required.</a>');
    expect(response.text).toContain('<title>Error: ');
    expect(response.text).not.toContain('<b>');
    expect(await items()).toEqual([]);
  });

  it('keeps a valid token when it shows errors, and replaces an invalid one', async () => {
    const first = await token();
    const again = await posted({ title: '', form_token: first });
    expect(again.text).toContain(`name="form_token" value="${first}"`);
    for (const invalidToken of ['', 'x"><script>']) {
      const page = await posted({ title: '', form_token: invalidToken });
      expect(page.text).toMatch(/name="form_token" value="[0-9a-z]{8}\.[\w-]{22}"/);
    }
  });

  it('shows the maximum length if a title is too long', async () => {
    expect((await typed({ title: 'x'.repeat(201) })).text).toContain('Use 200 characters or fewer.');
  });

  it('accepts JSON, and returns only the ID', async () => {
    const response = await sent({ title: 'From a page', submitter_email: null });
    expect(response.status).toBe(201);
    expect(response.json).toEqual({ data: { id: expect.any(String), page: expect.any(String) } });
    expect(await items()).toMatchObject([
      { id: response.json.data.id, title: 'From a page', source: 'form' },
    ]);
  });

  it('stores source widget, and treats its empty fields as absent', async () => {
    const empty = { description: '', submitter_email: '', homepage: '' };
    await sent({ title: 'T', ...empty }, `${form}?source=widget`);
    expect(await items()).toMatchObject([{ source: 'widget', description: null, submitter_email: null }]);
  });

  it('returns its color and its thank-you text to the widget', async () => {
    await settings({ form_accent: '#0f766e', form_thanks: 'Merci' });
    const { data } = (await client.call('GET', `${form}/token`)).json;
    expect(data).toMatchObject({ accent: '#0f766e', thanks: 'Merci' });
  });

  it('returns messages for visitors to the widget, and API messages to other clients', async () => {
    const invalid = { title: 'x'.repeat(201), description: 'x'.repeat(10_001), submitter_email: 'ada', x: 1 };
    const errorFor = async (body: object) => {
      const { status, json } = await sent(body, `${form}?source=widget`);
      expect([status, json.error.type]).toEqual([400, 'validation_error']);
      return json.error;
    };
    const { message, code, param, details } = await errorFor(invalid);
    const title = 'Title: Use 200 characters or fewer.';
    expect({ message, code, param }).toEqual({ message: title, code: 'too_long', param: 'title' });
    expect(details).toEqual([
      { param: 'title', code: 'too_long', message: title },
      {
        param: 'description',
        code: 'too_long',
        message: 'Details: Use 10,000 characters or fewer.',
      },
      {
        param: 'submitter_email',
        code: 'invalid_format',
        message: 'Email: Enter a valid email address.',
      },
      {
        param: 'x',
        code: 'unknown_field',
        message: expect.stringMatching(/^Unknown field: x \(allowed: title, /),
      },
    ]);
    for (const body of [{}, { title: '' }]) {
      expect((await errorFor(body)).message).toBe('Title: This field is required.');
    }
    expect((await errorFor({ title: 7 })).message).toBe((await sent({ title: 7 })).json.error.message);
    expect((await sent({ ...invalid, x: undefined })).json.error.message).toBe(
      'Field is too long: title (maximum 200 characters)',
    );
  });

  it('rejects unknown fields in JSON, with the error format of the API', async () => {
    for (const name of ['status', 'external_id', 'tags', 'links', 'id', 'source', 'x']) {
      const response = await sent({ title: 'T', [name]: 'new' });
      expect(response.status).toBe(400);
      expect(response.json.error).toMatchObject({
        type: 'validation_error',
        code: 'unknown_field',
        param: name,
      });
    }
    expect((await sent({})).json.error.message).toBe('Missing required field: title');
    expect(await items()).toEqual([]);
  });

  it('allows requests from any origin, without credentials', async () => {
    const preflight = await client.call('OPTIONS', form, { headers: { origin: 'https://page.example' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      'access-control-allow-headers': 'Content-Type',
    });
    for (const response of [await sent({ title: 'T' }), await sent({})]) {
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('shows the texts of its account, escaped and with their line breaks', async () => {
    const hostile = '</title><script>alert(1)</script>"\n\'&amp;';
    await settings({
      form_heading: hostile,
      form_introduction: `I\n${hostile}`,
      form_thanks: `T\n${hostile}`,
    });
    const inert = '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;\n&#39;&amp;amp;';
    const { text } = await client.call('GET', form);
    expect(text).toContain(`<title>${inert}</title>`);
    expect(text).toContain(`<h1 dir="auto">${inert}</h1>`);
    expect(text).toContain(`<p class="words" dir="auto">I\n${inert}</p>`);
    for (const page of [text, (await client.call('GET', `${form}/thanks`)).text]) {
      expect(page).toContain(`<p class="words" dir="auto">T\n${inert}</p>`);
      expect(page).not.toContain('<script>');
    }
  });

  it('uses the color of its account, and the content security policy allows only its styles', async () => {
    await settings({ form_accent: '#ffd400' });
    for (const path of [form, `${form}/thanks`]) {
      const { text, headers } = await client.call('GET', path);
      expect(text).toContain('--accent:#ffd400;--on-accent:#000000');
      const styles = [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style!);
      const hashes = styles.map((style) => createHash('sha256').update(style).digest('base64'));
      expect(headers['content-security-policy']).toContain(
        `style-src ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')};`,
      );
      expect(styles).toHaveLength(2);
    }
  });

  it('shows no email field if it is hidden, and stores no email address', async () => {
    await settings({ form_email_field: 'hidden' });
    expect((await client.call('GET', form)).text).not.toContain('submitter_email"');
    expect((await typed({ title: 'A', submitter_email: 'not an address' })).status).toBe(303);
    expect((await sent({ title: 'B', submitter_email: 'ada@example.com' })).status).toBe(201);
    expect(await items()).toMatchObject([
      { title: 'B', submitter_email: null },
      { title: 'A', submitter_email: null },
    ]);
  });

  it('requires an email address if the email field is required', async () => {
    await settings({ form_email_field: 'required' });
    expect((await client.call('GET', form)).text).toMatch(/name="submitter_email"[^>]* required/);
    const page = await typed({ title: 'T' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('<p class="error" id="submitter_email-error">This field is required.</p>');
    for (const body of [{ title: 'T' }, { title: 'T', submitter_email: null }]) {
      expect((await sent(body)).json.error).toMatchObject({
        code: 'missing_required_field',
        param: 'submitter_email',
      });
    }
    expect((await sent({ title: 'T', submitter_email: 'ada@example.com' })).status).toBe(201);
    expect(await items()).toHaveLength(1);
  });

  it('sets form_used_at at the first submission that is not quarantined', async () => {
    const used = async () =>
      (await service.dataSource.query('SELECT form_used_at FROM accounts WHERE id = $1', [account.id]))[0]
        .form_used_at;
    await client.call('POST', form, { body: { title: 'From a machine' }, headers: address() });
    expect(await used()).toBeNull();
    await typed({ title: 'T' });
    expect(await used()).toBeInstanceOf(Date);
  });

  it('returns a token to pages of any origin', async () => {
    const response = await client.call('GET', `${form}/token`, {
      headers: { origin: 'https://page.example' },
    });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(response.json).toEqual({
      data: {
        token: expect.stringMatching(/^[0-9a-z]{8}\.[\w-]{22}$/),
        valid_from: expect.stringMatching(/Z$/),
        wait_ms: 0,
        expires_at: expect.stringMatching(/Z$/),
        email_field: 'optional',
        accent: '#3454d1',
        thanks: expect.stringMatching(/^We at .+ have received your feedback\.$/),
        thanks_heading: 'Thanks for your feedback',
        language: 'en',
        direction: 'ltr',
        words: [
          'Title',
          'Details',
          'Email',
          'Send feedback',
          'Close',
          '(optional)',
          expect.any(String),
          'Sending…',
        ],
        challenge: null,
      },
    });
    expect((await client.call('GET', '/f/no-such-form/token')).json.error.code).toBe('form_not_found');
  });

  it('returns a 404 page for an unknown form, with the text of a submission', async () => {
    for (const path of ['/f/no-such-form', '/f/No-Such', '/f/%00', "/f/'", '/f/no-such-form/thanks']) {
      const page = await client.call('GET', path);
      expect(page.status).toBe(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('Form not found');
    }
    const late = await client.call('POST', '/f/no-such-form', {
      body: 'title=Written+%3Cbefore%3E&description=the+form+moved',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(late.status).toBe(404);
    expect(late.text).toContain('Written &lt;before&gt;\n\nthe form moved');
    const response = await client.call('POST', '/f/no-such-form', { body: { title: 'T' } });
    expect(response.status).toBe(404);
    expect(response.json.error).toMatchObject({ type: 'not_found_error', code: 'form_not_found' });
  });

  it('returns a 410 page if the form is closed, with the text of a submission', async () => {
    const form_token = await token();
    await settings({ form_open: false, name: '<b>Acme</b>' });
    const page = await client.call('GET', form);
    expect(page.status).toBe(410);
    expect(page.text).toContain('This form is closed');
    expect(page.text).toContain('&lt;b&gt;Acme&lt;/b&gt; isn’t accepting feedback right now.');
    const late = await posted({ title: 'Too <late>', description: 'All of it', form_token });
    expect(late.status).toBe(410);
    expect(late.text).toContain('Too &lt;late&gt;\n\nAll of it');
    for (const response of [
      await client.call('POST', form, { body: { title: 'T', form_token } }),
      await client.call('GET', `${form}/token`),
    ]) {
      expect(response.status).toBe(410);
      expect(response.json.error).toMatchObject({ type: 'not_found_error', code: 'form_closed' });
    }
    expect(await items()).toEqual([]);
  });

  it('rejects other media types, malformed JSON, and bodies over 64 KiB', async () => {
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
  ])('rejects invalid UTF-8 instead of storing U+FFFD: %s', async (_name, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await client.call('POST', form, { body, headers })).status).toBe(400);
    expect(await items()).toEqual([]);
  });

  it('returns 405 for other methods', async () => {
    for (const [method, path, allow] of [
      ['PUT', form, 'GET, HEAD, POST, OPTIONS'],
      ['POST', `${form}/thanks`, 'GET, HEAD, OPTIONS'],
      ['POST', `${form}/token`, 'GET, HEAD, OPTIONS'],
    ] as const) {
      const response = await client.call(method, path);
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe(allow);
    }
  });

  it('needs no key, and does not count a request with a key against its quota', async () => {
    const response = await client.call('POST', form, { key: account.key, body: { title: 'T' } });
    expect(response.status).toBe(201);
    expect(response.headers).not.toHaveProperty('ratelimit');
  });
});

/** form.md 3 */
describe('the rate limit of /f/<slug> per minute', () => {
  const { service, client } = useService({ FORM_PER_MINUTE: '2', TRUST_PROXY: '1' });

  it('returns 429 with Retry-After as a page or as JSON, per IP address and form', async () => {
    const [one, two] = [await service.account(), await service.account()];
    const from = (ip: string, slug: string, more: Call) =>
      client.call('POST', `/f/${slug}`, { ...more, headers: { 'x-forwarded-for': ip, ...more.headers } });
    const json = { body: { title: 'T' } };
    for (let i = 0; i < 2; i++) expect((await from('192.0.2.1', one.slug, json)).status).toBe(201);
    const response = await from('192.0.2.1', one.slug, json);
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(50);
    expect(response.json.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' });
    const page = await from('192.0.2.1', one.slug, {
      body: 'title=My+%3Cidea%3E&description=At+length&form_token=t',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(page.status).toBe(429);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toMatch(/Try again in \d+ seconds/);
    expect(page.text).toContain('value="My &lt;idea&gt;"');
    expect(page.text).toContain('name="form_token" value="t"');
    expect((await from('192.0.2.1', two.slug, json)).status).toBe(201);
    expect((await from('192.0.2.2', one.slug, json)).status).toBe(201);
    for (let i = 1; i < 3; i++) await from(`2001:db8:0:1::${i}`, one.slug, json);
    expect((await from('2001:db8:0:1:ffff::9', one.slug, json)).status).toBe(429);
    expect((await from('2001:db8:0:2::1', one.slug, json)).status).toBe(201);
    expect(
      (await client.call('GET', `/f/${one.slug}`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status,
    ).toBe(200);
  });
});

/** form.md 3 */
describe('the rate limit of /f/<slug> per hour', () => {
  const { service, client } = useService({ FORM_PER_HOUR: '1' });

  it('applies in addition to the limit per minute', async () => {
    const { slug } = await service.account();
    expect((await client.call('POST', `/f/${slug}`, { body: { title: 'T' } })).status).toBe(201);
    const response = await client.call('POST', `/f/${slug}`, { body: { title: 'T' } });
    expect(response.status).toBe(429);
    expect(response.json.error.message).toMatch(
      /^Rate limit exceeded: 1 requests per hour\. Retry in 3[56]\d\d seconds\.$/,
    );
  });
});
