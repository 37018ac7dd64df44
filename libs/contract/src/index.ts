/**
 * Types and limits that the service, the browser, and the command line compile against. The API sends and the dashboard
 * reads the response types of `/app/api/*` (dashboard.md 1), so a change on one side does not compile on the other. The
 * rules of the cores validate requests. Times are RFC 3339 in UTC.
 */
export * from '@libs/accounts/limits';
export type { Actor } from '@libs/kernel';
export type {
  Grouping,
  Interval,
  Metric,
  QuarantineReason,
  Sort,
  Status,
  ViewParameters,
} from '@libs/feedback';
export type { EventType } from '@libs/webhooks';
export * from './accent';
export * from './account';
export * from './api-keys';
export * from './batch';
export * from './events';
export * from './form-page';
export * from './form-settings';
export * from './history';
export * from './import';
export * from './items';
export * from './lists';
export * from './quarantine';
export * from './response';
export * from './tags';
export * from './settings/security-log';
export * from './settings/stats';
export * from './sessions';
export * from './settings/submitters';
export * from './settings/views';
export * from './webhooks';
export * from './tags';
