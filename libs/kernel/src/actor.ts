export const ACTOR_TYPES = ['api_key', 'owner', 'visitor', 'import', 'system'] as const;

/** Roles of members, from the least to the highest (team.md 2). */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Who makes a change (events.md 1). Only keys and members have an ID. */
export interface Actor {
  readonly type: (typeof ACTOR_TYPES)[number];
  readonly id?: string;
}

export const apiKeyActor = (id: string): Actor => ({ type: 'api_key', id });
/** Every member has the type `owner`, whatever the role: the API had it before accounts had several members. */
export const memberActor = (id: string): Actor => ({ type: 'owner', id });
/** Someone who uses the form or the widget. */
export const VISITOR: Actor = { type: 'visitor' };
export const IMPORT: Actor = { type: 'import' };
/** The service itself, or its operator. */
export const SYSTEM: Actor = { type: 'system' };
