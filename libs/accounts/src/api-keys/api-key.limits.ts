export const PERMISSIONS = ['full', 'read', 'submit'] as const;

/** `read` only reads, `submit` only submits from its allowed origins, `full` can do everything (api-keys.md 3). */
export type Permission = (typeof PERMISSIONS)[number];
export const API_KEY_NAME_MAX = 100;

/** Active keys per account. Each has a separate quota (api-keys.md 4). */
export const API_KEYS_MAX = 10;
export const ALLOWED_ORIGINS_MAX = 20;
export const EXPIRY_DAYS = [30, 90, 365] as const;

/** How long the old key stays valid after a rotation: 0 seconds, 1 hour, 1 day, 1 week. */
export const OVERLAPS_SECONDS = [0, 3600, 86_400, 604_800] as const;

/** How many days the requests of API keys are kept, with the current one (api-keys.md 8). */
export const API_USAGE_DAYS = 30;
