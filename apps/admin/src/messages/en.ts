/*
 * All texts of the dashboard, by page. A translation is another module with these exports. A page loads only the texts
 * that it uses, because none of these modules calls a function when it is loaded.
 */

export { activity, samePerson } from './en/items/activity';
export { assignee } from './en/items/assignee';
export { board } from './en/board';
export { context } from './en/items/context';
export { changelog } from './en/settings/changelog';
export { deliveries } from './en/developer/deliveries';
export { developer } from './en/developer/developer';
export { docs } from './en/docs';
export { duplicates } from './en/items/duplicates';
export { emailLinks } from './en/email-links';
export { errors } from './en/errors';
export { events } from './en/developer/events';
export { form } from './en/form';
export { home } from './en/home';
export { identity } from './en/developer/identity';
export { importing } from './en/import';
export { inbox } from './en/inbox/inbox';
export { insights } from './en/insights/insights';
export { invite } from './en/invite';
export { items } from './en/items/items';
export { links } from './en/items/links';
export { members } from './en/settings/members';
export { notFound } from './en/not-found';
export { notificationSettings } from './en/settings/notification-settings';
export { notifications } from './en/settings/notifications';
export { publicCard } from './en/items/public-card';
export { votes } from './en/items/votes';
export { publishing } from './en/items/publishing';
export { quarantine } from './en/quarantine';
export { requests } from './en/items/requests';
export { roadmap } from './en/settings/roadmap';
export { securityLog } from './en/settings/security-log';
export { secondFactor } from './en/settings/second-factor';
export { settings } from './en/settings/settings';
export { shell } from './en/shell';
export { signIn } from './en/sign-in';
export { signUp } from './en/sign-up';
export { statusMessages } from './en/items/status-messages';
export { tags } from './en/tags';
export { ui } from './en/ui';
export { verified } from './en/items/verified';
export { views } from './en/inbox/views';
export { usage } from './en/developer/usage';
export { webhookForm } from './en/developer/webhook-form';
export { webhooks } from './en/developer/webhooks';

export const product = 'Feedback';
export const nav = {
  inbox: 'Inbox',
  board: 'Board',
  insights: 'Insights',
  form: 'Form',
  roadmap: 'Roadmap',
  changelog: 'Changelog',
  developer: 'API & Developer',
  settings: 'Settings',
  quarantine: 'Quarantine',
  import: 'Import',
  home: 'Get started',
  account: 'Account settings',
  members: 'Members',
  tags: 'Tags',
  webhooks: 'Webhooks',
  events: 'Events',
  identity: 'Identity',
  securityLog: 'Security log',
  notifications: 'Notifications',
};
