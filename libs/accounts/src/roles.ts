/**
 * Roles of members, and the least role of each action (team.md 2). Part of the limits, so this file imports
 * nothing.
 */

/** From the least role to the highest. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const LEAST_ROLES = {
  /** Inbox, board, insights, history. */
  read: 'viewer',
  /** The person's name, email address, password, sessions, and leaving. */
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
  /** Name and deletion. */
  'account.manage': 'owner',
} as const satisfies Record<string, Role>;
export type Action = keyof typeof LEAST_ROLES;

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

export const mayDo = (role: Role, action: Action): boolean => isAtLeast(role, LEAST_ROLES[action]);
