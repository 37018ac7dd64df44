import { anEvent } from '../../testing';
import { EVENT_TYPES, type EventData } from '../events/event';
import { testEvent } from '../deliveries/payload';
import { slackMessage } from './slack-message';

const ID = '01900000-0000-7000-8000-000000000009';
const APP = 'https://feedback.example.com/app';
const ITEM = {
  id: ID,
  title: 'Dark *mode*',
  description: 'Please <!channel>\n@everyone',
  submitter_email: 'ada.lovelace@example.com',
  status: 'new',
};
const message = (type: (typeof EVENT_TYPES)[number], data: EventData) =>
  slackMessage(anEvent(type, { data }), APP);

/** webhooks.md 5 */
describe('slackMessage', () => {
  it('shows a new item with its excerpt, status, domain, and link', () =>
    expect(message('feedback.created', { feedback: ITEM, version: 1 })).toEqual({
      text: 'New feedback',
      attachments: [
        {
          fallback: `Dark ∗mode∗ ${APP}/inbox?item=${ID}`,
          title: 'Dark ∗mode∗',
          title_link: `${APP}/inbox?item=${ID}`,
          text: 'Please &lt;!channel&gt; @\u200beveryone',
          fields: [
            { title: 'Status', value: 'New', short: true },
            { title: 'Submitter', value: 'example.com', short: true },
          ],
          mrkdwn_in: [],
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
    }));

  it('never contains the email address of the submitter', () => {
    for (const type of EVENT_TYPES) {
      const data = { feedback: ITEM, version: 2, previous: { submitter_email: 'b@example.org' } };
      expect(JSON.stringify(message(type, data))).not.toMatch(/lovelace|b@/);
    }
  });

  it('omits what the item does not have', () => {
    const feedback = { ...ITEM, description: null, submitter_email: null };
    const [attachment] = message('feedback.created', { feedback, version: 1 }).attachments!;
    expect(attachment).not.toHaveProperty('text');
    expect(attachment!.fields.map(({ title }) => title)).toEqual(['Status']);
  });

  it('names both statuses of a change', () => {
    const feedback = { ...ITEM, status: 'planned' };
    const changed = message('feedback.status_changed', { feedback, version: 2, previous: { status: 'new' } });
    expect(changed.text).toBe('Status changed from New to Planned');
    expect(changed.attachments![0]!.fields[0]!.value).toBe('Planned');
  });

  it('names the changed fields of an update', () =>
    expect(
      message('feedback.updated', { feedback: ITEM, version: 2, previous: { title: 'x', external_id: null } })
        .text,
    ).toBe('Feedback updated: title, external id'));

  it('shows a deletion without any text of the item', () => {
    const plain = { text: 'Feedback deleted', unfurl_links: false, unfurl_media: false };
    expect(message('feedback.deleted', { feedback: { id: ID }, version: 2 })).toEqual(plain);
    expect(message('feedback.deleted', { feedback: ITEM, version: 2 })).toEqual(plain);
  });

  it('shows the number of imported items', () =>
    expect(message('feedback.imported', { import: { created: 12, existing: 3 } }).text).toBe(
      'Feedback imported: 12 new',
    ));

  it.each([
    ['feedback.requests_reached', { reached: 25 }, 'Feedback has reached 25 requests'],
    ['request.created', {}, 'New request: 26 in all'],
    ['request.deleted', {}, 'Request deleted: 26 in all'],
  ] as const)('shows %s with a link to the item', (type, more, text) => {
    const feedback = { id: ID, request_count: 26, request_value: 1200 };
    expect(message(type, { ...more, feedback } as unknown as EventData)).toMatchObject({
      text,
      attachments: [{ title: 'Open the item', title_link: `${APP}/inbox?item=${ID}`, fields: [] }],
    });
  });

  it('shows only the host of a disabled webhook, because the path can be a secret', () => {
    const webhook = { id: ID, url: 'https://hooks.slack.com/services/T0/B0/secret', disabled_reason: 'gone' };
    expect(message('webhook.disabled', { webhook })).toEqual({
      text: 'Webhook disabled: hooks.slack.com receives no more events',
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('has a readable test message', () =>
    expect(slackMessage(testEvent('evt_1', '2026-03-03T10:00:00.000Z'), APP).text).toBe(
      'Test message: new feedback will appear here',
    ));
});
