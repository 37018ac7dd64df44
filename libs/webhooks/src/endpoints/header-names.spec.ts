import { isAllowedHeaderName } from './header-names';

/** webhooks.md 3 */
describe('isAllowedHeaderName', () => {
  it.each([
    ...['Host', 'Content-Type', 'content-length', 'Webhook-Id', 'webhook-anything'],
    ...['Connection', 'Keep-Alive', 'Proxy-Authorization', 'proxy-connection', 'TE', 'Trailer', 'Upgrade'],
    ...['Transfer-Encoding', ':authority', '', 'X Y', 'X:Y', 'X\r\nY', 'Ä'],
  ])('rejects %j', (name) => {
    expect(isAllowedHeaderName(name)).toBe(false);
  });

  it.each(['Authorization', 'X-Token', 'x_y.z', 'Hosted', 'Tenant', 'contents', 'webhooks'])(
    'allows %s',
    (name) => {
      expect(isAllowedHeaderName(name)).toBe(true);
    },
  );
});
