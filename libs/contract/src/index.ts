/**
 * Types and limits that the service, the browser, and the command line compile against. The API sends and the dashboard
 * reads the response types of `/app/api/*` (dashboard.md 1), so a change on one side does not compile on the other. The
 * rules of the cores validate requests. Times are RFC 3339 in UTC.
 */
export * from '@libs/accounts/limits';
export { ROLES, type Actor, type Role } from '@libs/kernel';
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
export * from './identity';
export * from './account';
export * from './api-keys';
export * from './events';
export * from './feedback/batch';
export * from './feedback/history';
export * from './feedback/import';
export * from './feedback/items';
export * from './feedback/lists';
export * from './feedback/quarantine';
export * from './feedback/changelog';
export * from './feedback/requests';
export * from './feedback/stats';
export * from './feedback/status-messages';
export * from './feedback/submitters';
export * from './feedback/tags';
export * from './feedback/votes';
export * from './feedback/views';
export * from './form/accent';
export * from './form/page';
export * from './form/settings';
export * from './members';
export * from './notifications';
export * from './response';
export * from './second-factor';
export * from './security-log';
export * from './sessions';
export * from './webhooks';
