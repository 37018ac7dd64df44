import {
  API_KEY,
  clientOn,
  errorResponse,
  FakePlatform,
  jsonResponse,
  networkFailure,
  ScriptedService,
  type Step,
} from '../../testing';
import type { WebhookClient } from './webhook-client';

const ID = '019cb323-e500-7a11-9c4d-5e6f708192a3';
const DELIVERY = '019cb7f6-9b40-7c3d-8e9f-0a1b2c3d4e5f';
const NEW = { url: 'https://example.com/hooks', events: ['*' as const] };

type Send = (webhooks: WebhookClient) => Promise<unknown>;

function createClient(...steps: Step[]) {
  const service = new ScriptedService(...steps);
  const options = { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch };
  return { service, webhooks: clientOn(options, new FakePlatform()).webhooks };
}

describe('WebhookClient', () => {
  it.each<[string, Send, object | null]>([
    ['GET /webhooks', (webhooks) => webhooks.list(), null],
    [`GET /webhooks/${ID}`, (webhooks) => webhooks.get(ID), null],
    ['POST /webhooks', (webhooks) => webhooks.create(NEW), NEW],
    [`PATCH /webhooks/${ID}`, (webhooks) => webhooks.update(ID, { status: 'active' }), { status: 'active' }],
    [`POST /webhooks/${ID}/rotate-secret`, (webhooks) => webhooks.rotateSecret(ID), {}],
    [
      `POST /webhooks/${ID}/rotate-secret`,
      (webhooks) => webhooks.rotateSecret(ID, { overlapSeconds: 0 }),
      { overlap_seconds: 0 },
    ],
    [`POST /webhooks/${ID}/test`, (webhooks) => webhooks.test(ID), null],
    [
      `GET /webhooks/${ID}/deliveries?status=failed&limit=5`,
      (webhooks) => webhooks.deliveries(ID, { status: 'failed', limit: 5 }),
      null,
    ],
    [`POST /webhooks/${ID}/deliveries/${DELIVERY}/retry`, (webhooks) => webhooks.retry(ID, DELIVERY), null],
    [`POST /webhooks/${ID}/replay`, (webhooks) => webhooks.replay(ID, { since: 'a' }), { since: 'a' }],
    [
      `POST /webhooks/${ID}/replay`,
      (webhooks) => webhooks.replay(ID, { since: 'a', until: 'b', dryRun: true }),
      { since: 'a', until: 'b', dry_run: true },
    ],
  ])('sends %s', async (request, send, body) => {
    const response = { data: { queued: 1 } };
    const { service, webhooks } = createClient(jsonResponse(response));
    expect(await send(webhooks)).toEqual(response);
    const [{ method, path, text, headers }] = service.requests as [(typeof service.requests)[0]];
    expect(`${method} ${path}`).toBe(request);
    expect(text === '' ? null : JSON.parse(text)).toEqual(body);
    expect(headers.get('content-type')).toBe(body && 'application/json');
  });

  it.each(['', '..', 'x', `${ID}/test`])('rejects the malformed ID %j without a request', async (id) => {
    const { service, webhooks } = createClient(jsonResponse({ data: {} }));
    await expect(async () => webhooks.get(id)).rejects.toThrow('id must be the ID of a webhook');
    await expect(async () => webhooks.retry(ID, id)).rejects.toThrow('id must be the ID of a delivery');
    expect(service.requests).toEqual([]);
  });

  it('does not repeat a request that may have created or sent something', async () => {
    const calls: readonly Send[] = [
      (webhooks) => webhooks.create(NEW),
      (webhooks) => webhooks.rotateSecret(ID),
      (webhooks) => webhooks.test(ID),
      (webhooks) => webhooks.retry(ID, DELIVERY),
      (webhooks) => webhooks.replay(ID, { since: '2026-03-03T10:00:00Z' }),
    ];
    for (const send of calls) {
      const { service, webhooks } = createClient(networkFailure(), jsonResponse({ data: {} }));
      await expect(send(webhooks)).rejects.toMatchObject({ name: 'FeedbackNetworkError' });
      expect(service.requests).toHaveLength(1);
      const rejected = createClient(errorResponse(503, 'service_unavailable'), jsonResponse({ data: {} }));
      await send(rejected.webhooks);
      expect(rejected.service.requests).toHaveLength(2);
    }
  });

  it('repeats reads and updates, and counts a deletion as done if the retry returns 404', async () => {
    const { service, webhooks } = createClient(networkFailure(), jsonResponse({ data: {} }));
    await webhooks.update(ID, { status: 'active' });
    expect(service.requests).toHaveLength(2);
    const gone = errorResponse(404, 'webhook_not_found');
    await createClient(networkFailure(), gone).webhooks.delete(ID);
    await expect(createClient(gone).webhooks.delete(ID)).rejects.toMatchObject({ code: 'webhook_not_found' });
  });
});
