const UNITS = [
  ['y', 365 * 86_400],
  ['mo', 30 * 86_400],
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** Formats an age in the largest whole unit: `5m`, `3h`, `12d`, `4mo`, `2y`. */
export function formatAge(instant: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(instant)) / 1000);
  const [unit, length] = UNITS.find(([, step]) => seconds >= step) ?? ['s', 1];
  return `${Math.floor(seconds / length)}${unit}`;
}
