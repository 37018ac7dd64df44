export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
export const ACCOUNT_NAME_MAX = 100;
export const SLUG_MIN = 3;
export const SLUG_MAX = 50;
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
