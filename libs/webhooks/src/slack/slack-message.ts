import { TEST_EVENT_TYPE, type Event } from '../events/event';
import { slackText } from './slack-text';

const TITLE_MAX = 200;
const EXCERPT_MAX = 300;
const NAME_MAX = 100;

/**
 * A message of Slack's incoming webhooks. Mattermost, Rocket.Chat, and Discord show attachments, too, but no blocks.
 * `text` never has text of users, because it is the only part in which Discord notifies people of mentions.
 */
export interface SlackMessage {
  readonly text: string;
  readonly attachments?: readonly SlackAttachment[];
  /** No previews of URLs in texts of users. */
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

interface SlackAttachment {
  /** Where attachments can't be shown. */
  readonly fallback: string;
  readonly title: string;
  readonly title_link: string;
  readonly text?: string;
  readonly fields: readonly { readonly title: string; readonly value: string; readonly short: true }[];
  /** Slack formats none of the texts. */
  readonly mrkdwn_in: readonly [];
}

/** The fields of an item that a message shows. Absent if the item was deleted since. */
interface Item {
  readonly id: string;
  readonly title?: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: string;
  readonly request_count?: number;
}

/** Events about requests have no text of the item, only a link to it. */
const WITHOUT_TITLE: readonly Event['type'][] = [
  'feedback.requests_reached',
  'request.created',
  'request.deleted',
];

/** Returns the message about an event (webhooks.md 5). @param dashboardUrl without a slash at its end */
export function slackMessage(event: Event, dashboardUrl: string): SlackMessage {
  const { feedback } = event.data as { readonly feedback?: Item };
  const hasTitle = feedback?.title !== undefined && event.type !== 'feedback.deleted';
  const isShown = hasTitle || WITHOUT_TITLE.includes(event.type);
  return {
    text: headlineOf(event),
    ...(isShown && feedback && { attachments: [attachmentOf(feedback, dashboardUrl)] }),
    unfurl_links: false,
    unfurl_media: false,
  };
}

function headlineOf({ type, data }: Event): string {
  switch (type) {
    case 'feedback.created':
      return 'New feedback';
    case 'feedback.status_changed':
      return statusChange(data);
    case 'feedback.updated':
      return `Feedback updated: ${Object.keys(data.previous ?? {})
        .join(', ')
        .replaceAll('_', ' ')}`;
    case 'feedback.deleted':
      return 'Feedback deleted';
    case 'feedback.imported':
      return `Feedback imported: ${(data as { import?: { created?: number } }).import?.created ?? 0} new`;
    case 'feedback.requests_reached':
      return `Feedback has reached ${(data as { reached?: number }).reached ?? 0} requests`;
    case 'request.created':
    case 'request.deleted': {
      const { request_count: count = 0 } = (data.feedback ?? {}) as Partial<Item>;
      return `${type === 'request.created' ? 'New request' : 'Request deleted'}: ${count} in all`;
    }
    case 'note.created':
    case 'note.deleted':
      return type === 'note.created' ? 'New note' : 'Note deleted';
    case 'tag.created':
    case 'tag.updated':
    case 'tag.deleted':
      return `Tag ${type.slice('tag.'.length)}: ${tagName(data)}`;
    case 'webhook.disabled':
      return `Webhook disabled: ${hostOf(data)} receives no more events`;
    case TEST_EVENT_TYPE:
      return 'Test message: new feedback will appear here';
  }
}

function statusChange({ feedback, previous }: Event['data']): string {
  const { status: from } = (previous ?? {}) as Pick<Item, 'status'>;
  const { status: to } = (feedback ?? {}) as Pick<Item, 'status'>;
  return from && to ? `Status changed from ${labelOf(from)} to ${labelOf(to)}` : 'Status changed';
}

function attachmentOf(item: Item, dashboardUrl: string): SlackAttachment {
  const title = slackText(item.title ?? 'Open the item', TITLE_MAX);
  const excerpt = slackText(item.description ?? '', EXCERPT_MAX);
  const domain = item.submitter_email?.split('@').at(-1);
  const url = `${dashboardUrl}/inbox?item=${encodeURIComponent(item.id)}`;
  return {
    fallback: `${title} ${url}`,
    title,
    title_link: url,
    ...(excerpt !== '' && { text: excerpt }),
    fields: [
      ...(item.status ? [field('Status', labelOf(item.status))] : []),
      ...(domain ? [field('Submitter', slackText(domain, NAME_MAX))] : []),
    ],
    mrkdwn_in: [],
  };
}

const field = (title: string, value: string) => ({ title, value, short: true }) as const;

const labelOf = (status: string): string => `${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const tagName = (data: Event['data']): string =>
  slackText((data as { tag?: { name?: string } }).tag?.name ?? '', NAME_MAX);

/** Only the host, because the path of a chat product's URL is a secret. */
function hostOf(data: Event['data']): string {
  const { url } = (data as { webhook?: { url?: string } }).webhook ?? {};
  return slackText(url && URL.canParse(url) ? new URL(url).hostname : 'an endpoint', NAME_MAX);
}
