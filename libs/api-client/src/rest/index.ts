export { createFeedbackClient, type FeedbackClient } from './client';
export { FeedbackApiError, FeedbackNetworkError } from './errors';
export type { ClientOptions, RetryNotice } from './options';
export { parseRateLimitStatus, type RateLimitStatus, type RateWindow } from './rate-limit-status';
export type * from './types';
