import { errorOf } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** Form settings and first steps: form.md 7, dashboard.md 9. */
describe('/app/api/form', () => {
  const { service, client } = useService({ FORM_MIN_SECONDS: '0' });

  const start = () => Dashboard.forNewAccount(service, client);

  it('returns the defaults for a new account', async () => {
    const dashboard = await start();
    const { slug } = dashboard.account;
    expect((await dashboard.get('form')).json).toEqual({
      data: {
        slug,
        open: true,
        heading: null,
        introduction: null,
        thanks: null,
        accent: null,
        email_field: 'optional',
        language: null,
        receipts: true,
        status_messages: 'ask',
        require_identity: false,
        url: `http://localhost:3000/f/${slug}`,
        aliases: [],
      },
    });
  });

  it('changes only the given fields, resets fields to null, and applies to the form immediately', async () => {
    const dashboard = await start();
    const { slug } = dashboard.account;
    const change = {
      heading: `<script>alert('1')</script>`,
      introduction: 'Two\nlines',
      thanks: 'Merci & à bientôt',
      accent: '#0a84ff',
      email_field: 'required',
      status_messages: 'never',
    };
    const response = await dashboard.patch('form', change);
    expect([response.status, response.json.data]).toEqual([
      200,
      expect.objectContaining({ ...change, slug, open: true }),
    ]);
    expect((await dashboard.get('form')).json).toEqual(response.json);
    const back = await dashboard.patch('form', { heading: null, accent: null });
    expect(back.json.data).toEqual({ ...response.json.data, heading: null, accent: null });
    expect((await dashboard.patch('form', {})).json).toEqual(back.json);
    expect((await client.call('GET', `/f/${slug}`)).status).toBe(200);
    await dashboard.patch('form', { open: false });
    expect((await client.call('GET', `/f/${slug}`)).status).toBe(410);
  });

  it('moves the form to a free slug and keeps the old one as an alias', async () => {
    const dashboard = await start();
    const otherOwner = await start();
    const { slug } = dashboard.account;
    const next = `moved-${Math.random().toString(36).slice(2, 8)}`;
    const taken = await dashboard.patch('form', { slug: otherOwner.account.slug, heading: 'New' });
    expect(errorOf(taken)).toEqual([409, 'conflict_error', 'slug_taken']);
    expect(taken.json.error.param).toBe('slug');
    expect((await dashboard.get('form')).json.data).toMatchObject({ slug, heading: null });
    const moved = await dashboard.patch('form', { slug: next });
    const url = `http://localhost:3000/f/${next}`;
    expect(moved.json.data).toMatchObject({ slug: next, url, aliases: [slug] });
    expect((await client.call('GET', `/f/${next}`)).status).toBe(200);
    expect(errorOf(await otherOwner.patch('form', { slug }))).toEqual([409, 'conflict_error', 'slug_taken']);
    expect((await dashboard.get('session')).json.data.account.slug).toBe(next);
  });

  it.each<[object, string]>([
    [{ slug: 'admin' }, 'slug invalid_value'],
    [{ slug: 'No Slug' }, 'slug invalid_value'],
    [{ slug: 'a' }, 'slug invalid_value'],
    [{ slug: null }, 'slug null_not_allowed'],
    [{ open: 'yes' }, 'open invalid_type'],
    [{ open: null }, 'open null_not_allowed'],
    [{ heading: '' }, 'heading empty_value'],
    [{ heading: 'x'.repeat(101) }, 'heading too_long'],
    [{ heading: 'nul\u0000' }, 'heading invalid_characters'],
    [{ introduction: 'x'.repeat(1001) }, 'introduction too_long'],
    [{ thanks: '\ud800' }, 'thanks invalid_characters'],
    [{ accent: 'red' }, 'accent invalid_value'],
    [{ accent: '#FFFFFF' }, 'accent invalid_value'],
    [{ accent: 16777215 }, 'accent invalid_type'],
    [{ email_field: 'maybe' }, 'email_field invalid_value'],
    [{ email_field: '' }, 'email_field invalid_value'],
    [{ email_field: null }, 'email_field null_not_allowed'],
    [{ receipts: null }, 'receipts null_not_allowed'],
    [{ status_messages: null }, 'status_messages null_not_allowed'],
    [{ receipts: 'yes' }, 'receipts invalid_type'],
    [{ require_identity: 1 }, 'require_identity invalid_type'],
    [{ language: 'pt' }, 'language invalid_value'],
    [{ url: 'https://evil.example' }, 'url read_only_field'],
    [{ plan: 'pro' }, 'plan unknown_field'],
  ])('rejects %j and changes nothing', async (change, issue) => {
    const dashboard = await start();
    const before = (await dashboard.get('form')).json;
    const response = await dashboard.patch('form', { thanks: 'Changed', ...change });
    expect(response.status).toBe(400);
    expect(
      response.json.error.details.map(({ param, code }: Record<string, string>) => `${param} ${code}`),
    ).toEqual([issue]);
    expect((await dashboard.get('form')).json).toEqual(before);
  });

  it('reports all invalid fields in one response', async () => {
    const dashboard = await start();
    const response = await dashboard.patch('form', {
      slug: 'x',
      heading: ' ',
      accent: 'red',
      email_field: 'no',
    });
    const params = response.json.error.details.map(({ param }: { param: string }) => param);
    expect(params.sort()).toEqual(['accent', 'email_field', 'heading', 'slug']);
  });

  it('marks each first step as done when it has happened', async () => {
    const visitor = new Dashboard(client);
    const email = `steps-${Math.random()}@example.com`;
    const body = { name: 'First Steps', email, password: 'one foot before the other' };
    const { slug } = (await visitor.post('sign-up', body)).json.data.account;
    const steps = async () => Object.values((await visitor.get('first-steps')).json.data);
    expect(await steps()).toEqual([false, false, false]);
    const { secret } = (await visitor.post('keys', { name: 'First', permission: 'full' })).json.data;
    expect(await steps()).toEqual([false, true, false]);
    await client.call('GET', '/api/v1/feedback', { key: secret });
    // The use of a key is stored beside the response.
    while (!(await steps())[2]);
    expect(await steps()).toEqual([false, true, true]);
    await client.call('POST', '/api/v1/feedback', { key: secret, body: { title: 'By key' } });
    expect(await steps()).toEqual([false, true, true]);
    const form_token = (await client.call('GET', `/f/${slug}/token`)).json.data.token;
    const sent = await client.call('POST', `/f/${slug}`, { body: { title: 'By form', form_token } });
    expect(sent.status).toBe(201);
    expect(await steps()).toEqual([true, true, true]);
  });
});
