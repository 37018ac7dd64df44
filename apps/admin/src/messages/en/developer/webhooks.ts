import type { WebhookDelivery } from '@libs/contract';
import { number } from '../numbers';
import { counted } from './counted';

/** When an event of each type occurs. */
const eventTypes: Readonly<Record<Exclude<WebhookDelivery['event_type'], 'webhook.test'>, string>> = {
  'feedback.created': 'An item was created, or released from quarantine.',
  'feedback.updated': 'Any field of an item changed.',
  'feedback.status_changed': 'The status of an item changed. Sent in addition to feedback.updated.',
  'feedback.deleted': 'An item was deleted.',
  'feedback.imported': 'An import created items: one event for the whole file.',
  'feedback.requests_reached': 'The requests of an item passed 10, 25, 50, 100, 250, and so on.',
  'note.created': 'A note about an item was written. Without its text.',
  'note.deleted': 'A note about an item was deleted.',
  'request.created': 'Someone else asks for an item.',
  'request.deleted': 'A request for an item was deleted.',
  'tag.created': 'A tag was created.',
  'tag.deleted': 'A tag was deleted, or merged into another one.',
  'tag.updated': 'A tag got another name or color.',
  'webhook.disabled': 'A webhook was disabled because its deliveries failed.',
};

export const webhooks = {
  /** By error code (webhooks.md 1, webhooks.md 2). */
  errors: {
    webhook_limit_reached: 'You’ve reached the maximum number of webhooks. Delete one and try again.',
    webhook_not_found: 'This webhook no longer exists.',
    webhook_disabled: 'This webhook is disabled. Enable it first.',
    delivery_not_found: 'This delivery is no longer stored.',
    event_unavailable: 'This event can’t be sent again because its data was deleted.',
  },
  title: 'Webhooks',
  lead: 'Get a request to your own server when feedback changes.',
  loading: 'Loading webhooks',
  create: 'Create webhook',
  list: 'Webhooks, newest first',
  emptyTitle: 'No webhooks',
  emptyText:
    'A webhook sends each event to a URL of yours: when feedback is created, changes, or is deleted. Use it to notify your team, update another system, or start a workflow.',
  guide: 'How to receive webhooks',
  receive: {
    title: 'Receive webhooks',
    hint: 'Verify each request, because anyone can send one to your URL. Respond with a 2xx status within 15 seconds, and do slow work afterwards.',
    code: (language: string) => `Server in ${language}`,
    secret:
      'Store the signing secret as WEBHOOK_SECRET where your server runs. With a public key, use a library for Standard Webhooks that supports v1a signatures.',
    local:
      'To try it on your machine, send events to a local server with the command line tool. It needs no public URL:',
    listen: 'feedback listen --forward-to http://localhost:4000/',
    listenLabel: 'Command for a local server',
    copyListen: 'Copy command',
    repeats:
      'An event can arrive twice, or after newer ones. Its webhook-id is the same each time, and the newer event has the higher version.',
    reference: 'Webhooks in the API reference',
  },
  eventTypes,
  status: { active: 'Active', failing: 'Failing', disabled: 'Disabled' },
  reasons: {
    gone: {
      title: 'Disabled: your endpoint responded with 410 Gone',
      body: 'With this response, it asked for no more events. If that was a mistake, correct the response, enable the webhook, and replay the events that it missed.',
    },
    failing: {
      title: 'Disabled: all deliveries failed for five days',
      body: 'See the delivery log for the errors, and fix your endpoint. Then enable the webhook and replay the events that it missed.',
    },
    requested: {
      title: 'Disabled',
      body: 'No events are sent. They are still recorded, so after you enable the webhook, you can replay them.',
    },
  },
  enabled: {
    title: 'Webhook enabled',
    body: 'New events are sent again. Events from the time when it was disabled are sent only if you replay them.',
    replay: 'Replay events',
  },
  health: {
    title: 'Health',
    events: 'Events',
    all: 'All events',
    types: (count: number) => counted(count, 'event type', 'event types'),
    rate: 'Success rate (24 h)',
    duration: 'Average time (24 h)',
    noAttempts: 'No attempts',
    lastSuccess: 'Last success',
    lastFailure: 'Last failure',
    never: 'Never',
    failures: 'Failures in a row',
  },
  secret: {
    title: 'Save your signing secret',
    body: 'Your server needs it to verify that requests come from this service.',
    warning: 'You won’t be able to see it again. Store it with the other secrets of your server.',
    label: 'Signing secret',
    copy: 'Copy signing secret',
    stored: 'I’ve saved this secret',
    leaveTitle: 'Leave without saving the secret?',
    leave: 'You won’t be able to see it again. If you lose it, rotate the secret of the webhook.',
    leaveBack: 'Back to secret',
    leaveAnyway: 'Leave anyway',
    previous: (time: string) => `Until ${time}, requests are also signed with the previous secret.`,
  },
  publicKey: {
    title: 'Your public key',
    body: 'Your server needs it to verify that requests come from this service. It isn’t secret, and you can find it on the page of the webhook.',
    label: 'Public key',
    copy: 'Copy public key',
    done: 'Done',
    previous: (time: string) => `Until ${time}, requests are also signed with the previous key.`,
  },
  detail: {
    back: 'Webhooks',
    loading: 'Loading webhook',
    missingTitle: 'Webhook not found',
    missingText: 'It may have been deleted, or the link belongs to another account.',
    failed: 'Couldn’t load the webhook',
    edit: 'Edit',
    enable: 'Enable',
    disable: 'Disable',
    settings: 'Settings',
    signature: 'Signature',
    payload: 'Payload',
    headers: 'Custom headers',
    noHeaders: 'None',
    created: 'Created',
    createdBy: (name: string) => `by ${name}`,
    creators: {
      owner: 'you',
      former: 'a former member',
      unknown: 'a member',
      api_key: (name: string | undefined) => (name ? `the API key “${name}”` : 'an API key'),
      visitor: 'a visitor',
      import: 'an import',
      system: 'an administrator',
    },
    rotate: { hmac: 'Rotate secret…', ed25519: 'Rotate key…' },
    overlap: { hmac: 'Previous secret expires', ed25519: 'Previous key expires' },
  },
  disable: {
    title: 'Disable webhook?',
    body: 'No events are sent, and pending deliveries are canceled. Events are still recorded: after you enable the webhook, you can replay them.',
    confirm: 'Disable webhook',
  },
  remove: {
    title: 'Delete webhook',
    hint: 'Permanently deletes the webhook and its delivery log. Your feedback isn’t affected.',
    open: 'Delete webhook…',
    dialog: 'Delete webhook?',
    body: (url: string) =>
      `${url} receives no more events, and its delivery log is deleted. This can’t be undone.`,
    confirm: 'Delete webhook',
    cancel: 'Keep webhook',
    done: 'Webhook deleted',
  },
  rotate: {
    titles: { hmac: 'Rotate signing secret', ed25519: 'Rotate signing key' },
    bodies: {
      hmac: 'Creates a new secret. Until the previous one expires, requests are signed with both, so that you can replace it without an interruption.',
      ed25519:
        'Creates a new key pair. Until the previous key expires, requests are signed with both, so that you can replace the public key without an interruption.',
    },
    overlaps: {
      0: { label: 'Immediately', hint: 'If someone may have seen it' },
      3600: { label: 'In 1 hour', hint: '' },
      86400: { label: 'In 1 day', hint: 'Recommended' },
      604800: { label: 'In 1 week', hint: 'If many servers use it' },
    },
    confirm: { hmac: 'Rotate secret', ed25519: 'Rotate key' },
  },
  ofKey: {
    title: (count: number) =>
      count === 1 ? 'This key created a webhook' : `This key created ${number(count)} webhooks`,
    body: (count: number) =>
      `Without a change, ${count === 1 ? 'it keeps' : 'they keep'} sending events after the key is revoked.`,
    disable: (count: number) => (count === 1 ? 'Also disable the webhook' : 'Also disable the webhooks'),
  },
};
