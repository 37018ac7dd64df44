import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { acrossAccounts, publishEvents } from './support/events';
import { LOCAL_WEBHOOKS, Receiver, type ReceivedRequest } from './support/receiver';
import type { Account } from './support/service';
import { useService } from './support/use-service';

interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: readonly { status_code: number | null; error: string | null; duration_ms: number }[];
  readonly next_attempt_at: string | null;
}

const standardHeaders = ({ headers }: ReceivedRequest) => headers as Record<string, string>;

/** The official verifier throws for an invalid signature. */
const verifies = (secret: string, request: ReceivedRequest): boolean => {
  try {
    new Webhook(secret).verify(request.body, standardHeaders(request));
    return true;
  } catch {
    return false;
  }
};

/** The official library has no `v1a`: verified as the Standard Webhooks specification says. */
const verifiesWithPublicKey = (publicKey: string, { body, headers }: ReceivedRequest): boolean => {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1a,'))
    .some((signature) => verify(null, Buffer.from(text), key, Buffer.from(signature.slice(4), 'base64')));
};

/** webhooks.md 2 */
describe('deliveries of webhooks', () => {
  const { service, client } = useService(LOCAL_WEBHOOKS);
  let account: Account;
  let receiver: Receiver;

  beforeEach(async () => {
    account = await service.account();
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  const call = (method: string, path: string, body?: unknown) =>
    client.call(method, `/api/v1${path}`, { key: account.key, body });
  const data = async (method: string, path: string, body?: unknown) =>
    (await call(method, path, body)).json?.data;
  const create = (more: object = {}) =>
    data('POST', '/webhooks', { url: receiver.url, events: ['*'], ...more });
  const item = (method: string, path = '', body?: object) => data(method, `/feedback${path}`, body);
  const deliveries = (id: string, query = ''): Promise<readonly Delivery[]> =>
    data('GET', `/webhooks/${id}/deliveries${query}`);
  /** Waits until all deliveries have this status. */
  const untilAll = async (id: string, status: string, count: number) => {
    for (;;) {
      const listed = await deliveries(id);
      if (listed.length === count && listed.every((delivery) => delivery.status === status)) return listed;
      await new Promise((next) => setTimeout(next, 20));
    }
  };
  const typesOf = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => JSON.parse(body).type);

  it('have the events of the feed, verified by the official library', async () => {
    const { id, secret } = await create({ headers: { Authorization: 'Bearer 8e03978e' } });
    const { id: itemId } = await item('POST', '', { title: 'Dark' });
    await receiver.untilReceived(1);
    await item('PATCH', `/${itemId}`, { title: 'Dark mode 🎉', status: 'planned' });
    const requests = await receiver.untilReceived(3);
    const feed = (await call('GET', '/events')).json.data;
    // The last two are sent at the same time.
    const received = new Map(requests.map(({ id: eventId, body }) => [eventId, JSON.parse(body)]));
    expect(feed.map((event: { id: string }) => received.get(event.id))).toEqual(feed);
    for (const request of requests) {
      expect(new Webhook(secret).verify(request.body, standardHeaders(request))).toEqual(
        JSON.parse(request.body),
      );
      expect(request.headers).toMatchObject({
        'content-type': 'application/json',
        authorization: 'Bearer 8e03978e',
        'user-agent': expect.stringMatching(/^feedback-service\/\S+ \(\+webhooks\)$/),
      });
    }
    const listed = await untilAll(id, 'succeeded', 3);
    expect(listed.map((delivery) => delivery.event_id).reverse()).toEqual(
      feed.map((event: { id: string }) => event.id),
    );
    expect(listed[0]).toEqual({
      id: expect.any(String),
      event_id: feed[2].id,
      event_type: 'feedback.status_changed',
      status: 'succeeded',
      attempts: [
        {
          at: expect.any(String),
          status_code: 204,
          error: null,
          duration_ms: expect.any(Number),
          resent: false,
        },
      ],
      next_attempt_at: null,
      created_at: expect.any(String),
    });
    const { health } = await data('GET', `/webhooks/${id}`);
    expect(health).toMatchObject({
      consecutive_failures: 0,
      last_success_at: expect.any(String),
      last_failure_at: null,
      success_rate_24h: 1,
      average_duration_ms: expect.any(Number),
    });
  });

  it('have only the selected types, and no event for an update without a change', async () => {
    await create({ events: ['feedback.updated', 'feedback.deleted'] });
    const { id } = await item('POST', '', { title: 'Dark mode' });
    await item('PATCH', `/${id}`, { title: 'Dark mode' });
    await item('PATCH', `/${id}`, {});
    await item('PATCH', `/${id}`, { title: 'Light mode' });
    await receiver.untilReceived(1);
    await item('DELETE', `/${id}`);
    expect(typesOf(await receiver.untilReceived(2))).toEqual(['feedback.updated', 'feedback.deleted']);
  });

  it('with the payload thin have no values of items', async () => {
    await create({ payload: 'thin' });
    const values = { title: 'Dark', submitter_email: 'ada@example.com', external_id: 'board:17' };
    const { id } = await item('POST', '', values);
    await receiver.untilReceived(1);
    await item('PATCH', `/${id}`, { title: 'Dark mode', status: 'planned' });
    await receiver.untilReceived(3);
    await item('DELETE', `/${id}`);
    const requests = await receiver.untilReceived(4);
    const byType = Object.fromEntries(
      requests.map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data]),
    );
    expect(byType).toEqual({
      'feedback.created': { feedback: { id }, version: 1 },
      'feedback.updated': { feedback: { id }, version: 2, changed: ['title', 'status'] },
      'feedback.status_changed': { feedback: { id }, version: 2, changed: ['status'] },
      'feedback.deleted': { feedback: { id, external_id: 'board:17' }, version: 3 },
    });
  });

  /** webhooks.md 5 */
  it('with the payload slack are messages without the address, a signed test included', async () => {
    const { id: webhookId, secret } = await create({
      payload: 'slack',
      events: ['feedback.created', 'feedback.status_changed'],
    });
    const { id } = await item('POST', '', { title: '<!channel> *Dark*', submitter_email: 'ada@example.com' });
    await receiver.untilReceived(1);
    await item('PATCH', `/${id}`, { status: 'planned' });
    await receiver.untilReceived(2);
    await data('POST', `/webhooks/${webhookId}/test`);
    const requests = await receiver.untilReceived(3);
    const [created, changed, test] = requests.map(({ body }) => JSON.parse(body));
    expect(created).toMatchObject({
      text: 'New feedback',
      attachments: [
        {
          title: '&lt;!channel&gt; ∗Dark∗',
          title_link: expect.stringMatching(new RegExp(`^http://localhost:\\d+/app/inbox\\?item=${id}$`)),
          fields: [
            { title: 'Status', value: 'New' },
            { title: 'Submitter', value: 'example.com' },
          ],
        },
      ],
    });
    expect(changed.text).toBe('Status changed from New to Planned');
    expect(test.text).toBe('Test message: new feedback will appear here');
    for (const request of requests) {
      expect(request.body).not.toContain('ada@');
      expect(verifies(secret, request)).toBe(true);
    }
  });

  /** webhooks.md 4 */
  it('with ed25519 are verified by the public key, also of the previous one after a rotation', async () => {
    const { id, public_key: old } = await create({ signature: 'ed25519' });
    await data('POST', `/webhooks/${id}/test`);
    const [first] = await receiver.untilReceived(1);
    expect(verifiesWithPublicKey(old, first!)).toBe(true);
    const { public_key: current } = await data('POST', `/webhooks/${id}/rotate-secret`, {});
    await data('POST', `/webhooks/${id}/test`);
    const second = (await receiver.untilReceived(2))[1]!;
    expect([verifiesWithPublicKey(old, second), verifiesWithPublicKey(current, second)]).toEqual([
      true,
      true,
    ]);
    expect(verifiesWithPublicKey(current, first!)).toBe(false);
  });

  /** webhooks.md 4 */
  it('have two signatures during the overlap of a rotation, and then one', async () => {
    const { id, secret: old } = await create();
    const rotate = async (body: object): Promise<string> =>
      (await data('POST', `/webhooks/${id}/rotate-secret`, body)).secret;
    const next = async () => {
      const count = receiver.requests.length + 1;
      await data('POST', `/webhooks/${id}/test`);
      return (await receiver.untilReceived(count))[count - 1]!;
    };
    const current = await rotate({ overlap_seconds: 60 });
    const during = await next();
    expect([verifies(old, during), verifies(current, during)]).toEqual([true, true]);
    const end =
      "UPDATE webhook_endpoints SET previous_key_expires_at = now() - interval '1 second' WHERE id = $1";
    await acrossAccounts(service, end, [id]);
    const later = await next();
    expect([verifies(old, later), verifies(current, later)]).toEqual([false, true]);
    const last = await rotate({ overlap_seconds: 0 });
    const after = await next();
    expect([verifies(current, after), verifies(last, after)]).toEqual([false, true]);
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('of a test are in the list, but not in the feed', async () => {
    const { id } = await create({ events: ['feedback.deleted'] });
    const { status, json } = await call('POST', `/webhooks/${id}/test`);
    expect([status, Object.keys(json.data)]).toEqual([202, ['delivery_id']]);
    const [request] = await receiver.untilReceived(1);
    expect(JSON.parse(request!.body)).toMatchObject({
      id: request!.id,
      type: 'webhook.test',
      actor: { type: 'system' },
      data: { message: expect.any(String) },
    });
    const [delivery] = await untilAll(id, 'succeeded', 1);
    expect(delivery).toMatchObject({ id: json.data.delivery_id, event_type: 'webhook.test' });
    await publishEvents(service);
    expect((await call('GET', '/events')).json.data).toEqual([]);
    await call('PATCH', `/webhooks/${id}`, { status: 'disabled' });
    const rejected = await call('POST', `/webhooks/${id}/test`);
    expect([rejected.status, rejected.json.error.code]).toEqual([409, 'webhook_disabled']);
  });

  it('that failed are repeated on request, with the same ID and body and a new timestamp', async () => {
    const { id, secret } = await create({ events: ['feedback.created'] });
    // No retry of its own comes before that on request.
    receiver.respond = (response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
    await item('POST', '', { title: 'Dark mode' });
    await receiver.untilReceived(1);
    let [delivery] = await deliveries(id);
    while (delivery!.attempts.length === 0) [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: 503, error: expect.any(String) }],
      next_attempt_at: expect.any(String),
    });
    expect((await data('GET', `/webhooks/${id}`)).health).toMatchObject({
      consecutive_failures: 1,
      success_rate_24h: 0,
    });
    receiver.respond = (response) => void response.writeHead(204).end();
    const { status, json } = await call(
      'POST',
      `/webhooks/${id}/deliveries/${delivery!.id.toUpperCase()}/retry`,
    );
    expect([status, json]).toEqual([202, { data: { delivery_id: delivery!.id } }]);
    const [first, second] = await receiver.untilReceived(2);
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
    expect(verifies(secret, second!)).toBe(true);
    const [succeeded] = await untilAll(id, 'succeeded', 1);
    expect(succeeded!.attempts.map(({ status_code: code }) => code)).toEqual([503, 204]);
    // Again, although it has succeeded.
    await call('POST', `/webhooks/${id}/deliveries/${delivery!.id}/retry`);
    const third = (await receiver.untilReceived(3))[2]!;
    expect([third.id, third.body]).toEqual([first!.id, first!.body]);
  });

  it('are not repeated if the webhook is disabled, or the item was deleted', async () => {
    const { id } = await create({ events: ['feedback.created'] });
    receiver.respond = (response) => void response.writeHead(503).end();
    const { id: itemId } = await item('POST', '', { title: 'Dark mode' });
    await receiver.untilReceived(1);
    await item('DELETE', `/${itemId}`);
    const [cancelled] = await untilAll(id, 'cancelled', 1);
    const retry = async (deliveryId: string) => {
      const { status, json } = await call('POST', `/webhooks/${id}/deliveries/${deliveryId}/retry`);
      return [status, json.error.type, json.error.code];
    };
    expect(await retry(cancelled!.id)).toEqual([409, 'conflict_error', 'event_unavailable']);
    expect(await retry(itemId)).toEqual([404, 'not_found_error', 'delivery_not_found']);
    expect(await retry('nothing')).toEqual([404, 'not_found_error', 'delivery_not_found']);
    const { json } = await call('POST', `/webhooks/${id}/test`);
    await call('PATCH', `/webhooks/${id}`, { status: 'disabled' });
    expect(await retry(json.data.delivery_id)).toEqual([409, 'conflict_error', 'webhook_disabled']);
  });

  it('are listed newest first, by page, status, and type', async () => {
    const { id } = await create();
    const { id: itemId } = await item('POST', '', { title: 'a' });
    await item('PATCH', `/${itemId}`, { title: 'b' });
    await item('POST', '', { title: 'c' });
    const all = await untilAll(id, 'succeeded', 3);
    const first = await call('GET', `/webhooks/${id}/deliveries?limit=2`);
    expect(first.json.pagination).toEqual({ limit: 2, has_more: true, next_cursor: expect.any(String) });
    const cursor = first.json.pagination.next_cursor as string;
    const last = await call('GET', `/webhooks/${id}/deliveries?limit=2&cursor=${cursor}`);
    expect(last.json.pagination).toEqual({ limit: 2, has_more: false, next_cursor: null });
    expect([...first.json.data, ...last.json.data]).toEqual(all);
    const other = await service.account();
    for (const query of [`cursor=${all[0]!.id}`, `cursor=${cursor}`]) {
      const path = `/api/v1/webhooks/${id}/deliveries?${query}`;
      const { status, json } = await client.call('GET', path, { key: other.key });
      expect([query, status, json.error.code]).toEqual([query, 400, 'invalid_parameter']);
    }
    const updated = await deliveries(id, '?event_type=feedback.updated&status=succeeded');
    expect(updated.map(({ event_type: type }) => type)).toEqual(['feedback.updated']);
    expect(await deliveries(id, '?status=failed')).toEqual([]);
  });

  it('of a replay are the missed events, also from before the webhook existed', async () => {
    const since = new Date().toISOString();
    await item('POST', '', { title: 'before' });
    await publishEvents(service);
    const { id } = await create({ events: ['feedback.created'] });
    await item('POST', '', { title: 'received' });
    await receiver.untilReceived(1);
    await untilAll(id, 'succeeded', 1);
    await call('PATCH', `/webhooks/${id}`, { status: 'disabled' });
    const { id: changedId } = await item('POST', '', { title: 'while disabled' });
    await item('PATCH', `/${changedId}`, { title: 'changed' });
    const { id: deletedId } = await item('POST', '', { title: 'deleted' });
    await item('DELETE', `/${deletedId}`);
    await publishEvents(service);
    const replay = async (body: object) => {
      const { status, json } = await call('POST', `/webhooks/${id}/replay`, { since, ...body });
      return [status, json.data ?? json.error.code];
    };
    expect(await replay({ dry_run: true })).toEqual([202, { queued: 2 }]);
    expect(await replay({})).toEqual([409, 'webhook_disabled']);
    await call('PATCH', `/webhooks/${id}`, { status: 'active' });
    expect(await replay({ until: since })).toEqual([202, { queued: 0 }]);
    expect(await replay({ dry_run: true })).toEqual([202, { queued: 2 }]);
    expect(await replay({ until: '2026-03-03T10:00:00Z' })).toEqual([400, 'invalid_value']);
    expect(await replay({})).toEqual([202, { queued: 2 }]);
    const requests = await receiver.untilReceived(3);
    const titles = requests.map(({ body }) => JSON.parse(body).data.feedback.title);
    expect(titles.sort()).toEqual(['before', 'received', 'while disabled']);
    await untilAll(id, 'succeeded', 3);
    expect(await replay({ dry_run: true })).toEqual([202, { queued: 0 }]);
  });

  it('end when the endpoint returns 410, which disables the webhook and is an event', async () => {
    const { id } = await create({ events: ['feedback.created'] });
    receiver.respond = (response) => void response.writeHead(410).end();
    await item('POST', '', { title: 'Dark mode' });
    await receiver.untilReceived(1);
    let webhook = await data('GET', `/webhooks/${id}`);
    while (webhook.status === 'active') webhook = await data('GET', `/webhooks/${id}`);
    expect(webhook).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    await publishEvents(service);
    const [event] = (await call('GET', '/events?types=webhook.disabled')).json.data;
    expect(event).toMatchObject({
      type: 'webhook.disabled',
      actor: { type: 'system' },
      data: { webhook: { id, url: new URL(receiver.url).origin, disabled_reason: 'gone' } },
    });
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['cancelled']);
    const enabled = await data('PATCH', `/webhooks/${id}`, { status: 'active' });
    expect([enabled.status, enabled.disabled_reason]).toEqual(['active', null]);
  });
});
