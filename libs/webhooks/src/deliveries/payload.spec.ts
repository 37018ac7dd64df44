import { apiKeyActor } from '@libs/kernel';
import { anEvent } from '../../testing';
import { EVENT_TYPES, type Event } from '../events/event';
import { isScrubbed, payloadOf, testEvent } from './payload';

const APP = 'https://feedback.example.com/app';
const ITEM = { id: '01900000-0000-7000-8000-000000000009', title: 'Größe 🎉', status: 'planned' };
const CREATED = anEvent('feedback.created', {
  actor: apiKeyActor('01900000-0000-7000-8000-000000000001'),
  data: { feedback: ITEM, version: 1 },
});
const UPDATED = anEvent('feedback.updated', {
  data: { feedback: ITEM, version: 2, previous: { title: 'Size', status: 'new' } },
});
const DELETED = anEvent('feedback.deleted', {
  data: { feedback: { id: ITEM.id, external_id: 'board:17' }, version: 2 },
});
const IMPORTED = anEvent('feedback.imported', { data: { import: { created: 1, existing: 2 } } });
const thinDataOf = (event: Event) => JSON.parse(payloadOf(event, 'thin', APP)).data;

/** webhooks.md 2 */
describe('payloadOf', () => {
  it('returns the event as the feed has it', () => {
    for (const event of [CREATED, UPDATED, DELETED, IMPORTED]) {
      expect(payloadOf(event, 'full', APP)).toBe(JSON.stringify(event));
    }
  });

  it('returns only the ID, the version, and the names of changed fields of an item if it is thin', () => {
    const { data: _, ...rest } = UPDATED;
    expect(JSON.parse(payloadOf(UPDATED, 'thin', APP))).toEqual({
      ...rest,
      data: { feedback: { id: ITEM.id }, version: 2, changed: ['title', 'status'] },
    });
    expect(thinDataOf(CREATED)).toEqual({ feedback: { id: ITEM.id }, version: 1 });
    expect(payloadOf(UPDATED, 'thin', APP)).not.toContain('Größe');
  });

  it('returns other events unchanged if it is thin', () => {
    const disabled = anEvent('webhook.disabled', {
      data: { webhook: { id: ITEM.id, url: 'https://a.example', disabled_reason: 'gone' } },
    });
    const test = testEvent('evt_1', '2026-03-03T10:00:00.000Z');
    for (const event of [DELETED, IMPORTED, disabled, test]) expect(thinDataOf(event)).toEqual(event.data);
  });

  /** webhooks.md 5 */
  it('returns a message for chat products if it is for Slack', () =>
    expect(JSON.parse(payloadOf(CREATED, 'slack', APP))).toMatchObject({
      text: 'New feedback',
      attachments: [{ title: 'Größe 🎉', title_link: `${APP}/inbox?item=${ITEM.id}` }],
    }));
});

/** webhooks.md 2 */
it('A test event has a message, and is no event of the feed', () => {
  const event = testEvent('evt_1', '2026-03-03T10:00:00.000Z');
  expect(event).toEqual({
    id: 'evt_1',
    type: 'webhook.test',
    timestamp: '2026-03-03T10:00:00.000Z',
    actor: { type: 'system' },
    data: { message: 'This is a test of your webhook. It needs no action.' },
  });
  expect(EVENT_TYPES).not.toContain(event.type);
});

/** webhooks.md 2 */
describe('isScrubbed', () => {
  it('is true for an event whose item has lost its values, except its deletion', () => {
    expect(isScrubbed({ ...CREATED, data: { feedback: { id: ITEM.id }, version: 1 } })).toBe(true);
    expect(isScrubbed(DELETED)).toBe(false);
    for (const event of [CREATED, UPDATED, IMPORTED]) expect(isScrubbed(event)).toBe(false);
  });
});
