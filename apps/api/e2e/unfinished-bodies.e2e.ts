import { UnfinishedBodies } from '../src/limits/unfinished-bodies';
import { useService } from './support/use-service';

/** rate-limits.md 6 */
describe('bodies that are still arriving', () => {
  const { service, client } = useService();
  afterEach(() => jest.restoreAllMocks());

  it('are counted for accounts and IP addresses, and given up with 429 when they use too much memory', async () => {
    const { id, key, slug } = await service.account();
    const read = jest.spyOn(service.get(UnfinishedBodies), 'read');
    await client.call('POST', '/api/v1/feedback', { key, body: {} });
    await client.call('POST', `/f/${slug}`, { body: {} });
    expect(read.mock.calls.map(([, { payer }]) => payer)).toEqual([id, '127.0.0.1']);

    jest.replaceProperty(
      service.get(UnfinishedBodies) as unknown as { maxBytes: number },
      'maxBytes',
      10_000,
    );
    const response = await client.raw(
      `POST /api/v1/feedback HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 20000\r\n\r\n${'x'.repeat(15_000)}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 429 /);
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
    expect(response).toContain('"code":"too_many_concurrent_requests"');
  });
});
