export { createFeedbackClient, type FeedbackClient } from './rest/client';
export { FeedbackApiError, FeedbackNetworkError } from './rest/errors';
export type { ClientOptions, RetryNotice } from './rest/options';
export { parseRateLimitStatus, type RateLimitStatus, type RateWindow } from './rest/rate-limit-status';
export type { ChangelogClient } from './changelog/changelog-client';
export type { ExternalClient } from './external/external-client';
export type { NoteClient } from './notes/note-client';
export type { RequestClient } from './requests/request-client';
export type * from './rest/types';
export type { TagClient } from './tags/tag-client';
export type { WebhookClient } from './webhooks/webhook-client';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhooks/verify-webhook';
