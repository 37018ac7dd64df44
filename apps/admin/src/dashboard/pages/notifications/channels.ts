import type { NewWebhookBody, Webhook } from '@libs/contract';
import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';

/** With all events, a change of the status would appear twice. */
const EVENTS = ['feedback.created', 'feedback.status_changed'];
const DISCORD_HOSTS = ['discord.com', 'discordapp.com'];

/** The webhook of a new channel. Discord accepts messages of this format only at a URL of its own. */
export function newChannel(text: string): NewWebhookBody {
  return { url: messageUrl(text.trim()), events: EVENTS, payload: 'slack' };
}

function messageUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const isDiscord =
    DISCORD_HOSTS.includes(url.hostname) && /^\/api\/webhooks\/\d+\/[^/]+\/?$/.test(url.pathname);
  if (!isDiscord) return text;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/slack`;
  return url.href;
}

/** The description, or the host of the URL: its path is a secret. */
export function channelName({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description ?? (URL.canParse(url) ? new URL(url).hostname : url);
}

/** Undefined if the error isn't about the URL. */
export const urlError = (error: unknown): string | undefined =>
  error instanceof ApiError && error.fields.url ? t.webhookForm.errors.url : undefined;
