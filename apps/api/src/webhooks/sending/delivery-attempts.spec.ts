import { randomBytes, randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { newSigningKey, SecretBox, signaturesOf, type ClaimedDelivery } from '@libs/webhooks';
import { anEvent } from '@libs/webhooks/testing';
import { DeliveryAttempts } from './delivery-attempts';
import type { AttemptOutcome, DeliveryRequest } from './delivery-sender';

const START = new Date('2026-03-03T10:00:00.900Z');
const LATE = 3_000;
const later = (milliseconds: number) => new Date(START.getTime() + milliseconds);
const box = new SecretBox(randomBytes, randomBytes(32));
const KEYS = [newSigningKey('hmac', randomBytes), newSigningKey('hmac', randomBytes)] as const;
const SUCCESS = { statusCode: 204, error: null, durationMs: 7, resent: true, retryAfterSeconds: null };
const FAILURE = { ...SUCCESS, statusCode: 500, error: 'responded with status 500' };

function aDelivery(more: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  const id = randomUUID();
  const url = 'https://hooks.example.com/feedback';
  const sealed = box.seal(JSON.stringify({ keys: KEYS, headers: { 'X-Tenant': '7' } }), id);
  const endpoint = { id, url, payload: 'full', sealed, previousKeyExpiresAt: null } as const;
  const data = { feedback: { id: randomUUID(), title: 'Größe' }, version: 1 };
  const event = anEvent('feedback.created', { data });
  return { id: randomUUID(), accountId: randomUUID(), endpoint, event, attempts: 0, ...more };
}

/** webhooks.md 2 */
describe('DeliveryAttempts', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  let now: Date;
  let requests: DeliveryRequest[];
  let outcome: AttemptOutcome;
  let stop: AbortController;

  beforeEach(() => {
    warn.mockClear();
    now = START;
    requests = [];
    outcome = SUCCESS;
    stop = new AbortController();
  });

  /** Each request takes three seconds. */
  const send = async (request: DeliveryRequest) => {
    requests.push(request);
    now = later(LATE);
    return outcome;
  };
  const attempts = (secrets = box) =>
    new DeliveryAttempts(
      { send },
      secrets,
      () => now,
      'https://feedback.example.com/app',
      () => 0.5,
    );
  const attempt = (delivery = aDelivery()) => attempts().attempt(delivery, stop.signal);
  const withEndpoint = (more: Partial<ClaimedDelivery['endpoint']>) => {
    const delivery = aDelivery();
    return { ...delivery, endpoint: { ...delivery.endpoint, ...more } };
  };

  describe('the request', () => {
    it('has the event, its ID, the time, a signature, and the headers of the endpoint', async () => {
      const delivery = aDelivery();
      await attempt(delivery);
      const body = JSON.stringify(delivery.event);
      const message = { id: delivery.event!.id, timestamp: 1772532000, body };
      expect(requests).toEqual([
        {
          url: delivery.endpoint.url,
          body,
          attempt: 1,
          headers: {
            'X-Tenant': '7',
            'content-type': 'application/json',
            'webhook-id': delivery.event!.id,
            'webhook-timestamp': '1772532000',
            'webhook-signature': signaturesOf([KEYS[0]], message),
          },
        },
      ]);
    });

    /** webhooks.md 4 */
    it('goes to the full URL, which is among the secrets', async () => {
      const delivery = aDelivery();
      const url = 'https://hooks.example.com/services/T0K3N';
      const secrets = JSON.stringify({ keys: KEYS, headers: {}, url });
      const sealed = box.seal(secrets, delivery.endpoint.id);
      const endpoint = { ...delivery.endpoint, url: 'https://hooks.example.com', sealed };
      await attempt({ ...delivery, endpoint });
      expect(requests).toMatchObject([{ url }]);
    });

    it('has no values of the item if the endpoint has the payload thin', async () => {
      await attempt(withEndpoint({ payload: 'thin' }));
      expect(JSON.parse(requests[0]!.body).data.feedback).toEqual({ id: expect.any(String) });
    });

    it.each([
      ['two signatures during the overlap of a rotation', later(1), 2],
      ['one signature at the end of the overlap', START, 1],
    ])('has %s', async (_, previousKeyExpiresAt, count) => {
      await attempt(withEndpoint({ previousKeyExpiresAt }));
      expect(requests[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(count);
    });
  });

  it('stores when a request was sent, and how it ended', async () => {
    const delivery = aDelivery();
    expect(await attempt(delivery)).toEqual({
      id: delivery.id,
      accountId: delivery.accountId,
      endpointId: delivery.endpoint.id,
      attempt: { at: START.toISOString(), statusCode: 204, error: null, durationMs: 7, resent: true },
      status: 'succeeded',
    });
  });

  it.each([
    ['five seconds after the first attempt has ended', 0, null, 5_000],
    ['five minutes after the second', 1, null, 300_000],
    ['when the endpoint asks for it', 0, 60, 60_000],
  ])('repeats a failed delivery %s', async (_, before, retryAfterSeconds, wait) => {
    outcome = { ...FAILURE, retryAfterSeconds };
    expect(await attempt(aDelivery({ attempts: before }))).toMatchObject({
      attempt: { statusCode: 500, error: FAILURE.error },
      status: 'pending',
      nextAttemptAt: later(LATE + wait),
    });
  });

  it('does not repeat a delivery after the tenth attempt', async () => {
    outcome = FAILURE;
    expect(await attempt(aDelivery({ attempts: 9 }))).toMatchObject({ attempt: {}, status: 'failed' });
  });

  it.each([
    ['was removed', null],
    ['has lost its values', anEvent('feedback.created')],
  ])('sends nothing if the event %s', async (_, event) => {
    expect(await attempt(aDelivery({ event }))).toMatchObject({ attempt: null, status: 'cancelled' });
    expect(requests).toEqual([]);
  });

  describe('when the service stops', () => {
    beforeEach(() => stop.abort());

    it('does not count the request that was cancelled, and repeats it at once', async () => {
      outcome = { ...FAILURE, statusCode: null, error: 'cancelled' };
      expect(await attempt()).toMatchObject({ attempt: null, status: 'pending', nextAttemptAt: START });
    });

    it('counts a request that succeeded nevertheless', async () => {
      expect(await attempt()).toMatchObject({ attempt: { statusCode: 204 }, status: 'succeeded' });
    });
  });

  /** webhooks.md 4 */
  describe('secrets', () => {
    it('that need another key let deliveries wait, with one warning a minute', async () => {
      jest.useFakeTimers();
      const withOtherKey = attempts(new SecretBox(randomBytes, randomBytes(32)));
      const attemptTwice = async () => [
        await withOtherKey.attempt(aDelivery(), stop.signal),
        await withOtherKey.attempt(aDelivery(), stop.signal),
      ];
      expect(await attemptTwice()).toEqual([null, null]);
      expect(requests).toEqual([]);
      expect(warn.mock.calls).toEqual([
        [
          'Deliveries of webhooks wait. A stored secret was encrypted with another key: ' +
            'set SECRET_ENCRYPTION_KEY, or SECRET_ENCRYPTION_KEY_PREVIOUS, to that key',
        ],
      ]);
      jest.advanceTimersByTime(60_000);
      await attemptTwice();
      expect(warn).toHaveBeenCalledTimes(2);
      jest.useRealTimers();
    });

    it('that were changed are a failed attempt', async () => {
      const { sealed } = aDelivery().endpoint;
      expect(await attempt(withEndpoint({ sealed }))).toMatchObject({
        attempt: { statusCode: null, error: 'could not sign the request' },
        status: 'pending',
      });
    });
  });
});
