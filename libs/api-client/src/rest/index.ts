export { createFeedbackClient, type FeedbackClient } from './client';
export { FeedbackApiError, FeedbackNetworkError } from './errors';
export type { ImportFile, ImportFormat } from './import-body';
export type { ClientOptions } from './options';
export { rateBudgetOf, type RateBudget, type RateWindow } from './rate-budget';
export type { RetryNotice } from './transport';
export type * from './types';
