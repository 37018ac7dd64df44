import { PREVIEW_POLICY } from '../src/form/widget-preview';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** The widget preview in the dashboard. */
describe('GET /f/<slug>/widget', () => {
  const { service, client } = useService();
  let account: Account;

  beforeAll(async () => (account = await service.account()));

  it('returns an uncacheable page that the dashboard can frame', async () => {
    const { status, headers, text } = await client.call('GET', `/f/${account.slug}/widget?label=%22Ideas%22`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': PREVIEW_POLICY,
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(text).toContain(`data-slug="${account.slug}" data-label="&quot;Ideas&quot;" async`);
  });

  it('returns 200 while the form is closed, because the widget itself reports it', async () => {
    const closed = await service.account();
    await service.dataSource.query('UPDATE accounts SET form_open = false WHERE id = $1', [closed.id]);
    expect((await client.call('GET', `/f/${closed.slug}`)).status).toBe(410);
    expect((await client.call('GET', `/f/${closed.slug}/widget`)).status).toBe(200);
  });

  it('returns an HTML 404 page for an unknown form', async () => {
    const { status, headers, text } = await client.call('GET', '/f/nobody-has-this/widget');
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('Form not found');
  });
});
