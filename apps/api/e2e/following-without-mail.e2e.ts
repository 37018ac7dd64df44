import { QuarantineUseCases } from '@libs/feedback';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** following.md 7, following.md 6 */
describe('following without mail', () => {
  const { service, client } = useService({ FORM_MIN_SECONDS: '0' });
  let dashboard: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  let form: string;

  beforeEach(async () => {
    dashboard = await Dashboard.forNewAccount(service, client);
    form = `/f/${dashboard.account.slug}`;
  });

  const get = (path: string) => client.call('GET', path);
  const submit = async (fields: Record<string, string>) => {
    const { json } = await get(`${form}/token`);
    const body = new URLSearchParams({ ...fields, form_token: json.data.token }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await client.call('POST', form, { body, headers });
    expect(response.status).toBe(303);
    return response.headers['location'] as string;
  };
  const linkIn = async (thanks: string) =>
    /href="([^"]+\/me\/[\w-]{66})"/.exec((await get(thanks)).text)![1]!;

  it('links to a page of the submission only, after it is sent', async () => {
    const others = { title: 'Of Ada', submitter_email: 'ada@example.com' };
    await submit(others);
    const link = await linkIn(await submit({ ...others, title: 'Typed by Eve' }));
    const { json } = await dashboard.get('feedback?q=Eve');
    const page = await get(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Typed by Eve');
    expect(page.text).not.toMatch(/Of Ada|ada@example|<form|<button/);
    expect((await get(`${form}/thanks`)).text).not.toContain('/me/');
    expect((await dashboard.get('account/export')).json.followers).toEqual([]);
    await client.call('PATCH', `/api/v1/feedback/${json.data[0].id}`, {
      key: dashboard.account.key,
      body: { status: 'planned' },
    });
    expect((await get(link)).text).toContain('Planned');
    for (const path of ['', '/erase', '/export', '/no-mail'])
      expect([path, (await client.call('POST', link + path)).status]).toEqual([path, 404]);
    await client.call('DELETE', `/api/v1/feedback/${json.data[0].id}`, { key: dashboard.account.key });
    expect((await get(link)).text).toContain('There is nothing here.');
  });

  it('has a link for JSON submissions of the page, not for the widget', async () => {
    const { json } = await get(`${form}/token`);
    const body = { title: 'T', form_token: json.data.token };
    const { page } = (await client.call('POST', form, { body })).json.data;
    expect((await get(page)).text).toContain('>T<');
    const widget = await client.call('POST', `${form}?source=widget`, { body });
    expect(Object.keys(widget.json.data)).toEqual(['id']);
  });

  it('shows nothing of a submission in quarantine', async () => {
    const link = await linkIn(await submit({ title: 'Spam', homepage: 'x' }));
    expect(await service.get(QuarantineUseCases).count(dashboard.account.id)).toBe(1);
    expect([(await get(link)).status, (await get(link)).text]).toEqual([
      200,
      expect.stringContaining('There is nothing here.'),
    ]);
  });

  it('links to nothing with a token that the service has not made', async () => {
    const thanks = await submit({ title: 'T' });
    const wrong = `${thanks.slice(0, -2)}AA`;
    expect((await get(wrong)).text).not.toContain('/me/');
    expect((await get(wrong.replace('/thanks/', '/me/'))).status).toBe(404);
  });

  it('says that the service sends no mail', async () => {
    const post = {
      body: 'email=ada@example.com',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    for (const { status, text } of [await get(`${form}/me`), await client.call('POST', `${form}/me`, post)]) {
      expect([status, text]).toEqual([200, expect.stringContaining('This service sends no messages.')]);
      expect(text).not.toContain('<form');
    }
  });

  it('limits requests for a link, and wrong links, by network', async () => {
    const post = { body: 'email=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await client.call('POST', `${form}/me`, post)).status);
    expect([statuses[17], statuses[20]]).toEqual([200, 429]);
    const wrong = [];
    for (let n = 0; n < 31; n++) wrong.push((await get(`${form}/me/x`)).status);
    expect([wrong[0], wrong[30]]).toEqual([404, 429]);
  });
});
