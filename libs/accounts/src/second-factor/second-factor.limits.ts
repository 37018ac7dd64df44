/** Recovery codes of a second factor (second-factor.md 2). */
export const RECOVERY_CODES = 10;
