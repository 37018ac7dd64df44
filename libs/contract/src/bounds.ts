/**
 * What the dashboard tells before anything is sent: bounds of an account's own things, in code points where they are
 * lengths. libs/accounts is their author; apps/api/src/dashboard/bounds.spec.ts is red when these say otherwise.
 */
export const BOUNDS = {
  accountName: 100,
  password: { min: 12, max: 128 },
  slug: { min: 3, max: 50 },
  form: { heading: 100, introduction: 1000, thanks: 1000 },
  keys: 10,
  keyName: 100,
  keyOrigins: 20,
  keyExpiryDays: [30, 90, 365],
  keyOverlapSeconds: [0, 3600, 86_400, 604_800],
} as const;
