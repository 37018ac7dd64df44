import { ROLES, type Role } from '@libs/kernel';

/** The least role of each action of members (team.md 2). */
export const LEAST_ROLES = {
  /** Inbox, board, insights, history. */
  read: 'viewer',
  /** The person's name, email address, password, second factor, sessions, leaving, and new accounts. */
  'own.manage': 'viewer',
  /** Items, notes, tags, merge, quarantine. */
  'items.change': 'editor',
  'views.change': 'editor',
  /** Import, export, and personal data of submitters. */
  'data.transfer': 'admin',
  'form.manage': 'admin',
  'keys.manage': 'admin',
  'webhooks.manage': 'admin',
  'members.manage': 'admin',
  'security.read': 'admin',
  /** Name, required second factor, and deletion. */
  'account.manage': 'owner',
} as const;
export type Action = keyof typeof LEAST_ROLES;

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

export const mayDo = (role: Role, action: Action): boolean => isAtLeast(role, LEAST_ROLES[action]);
