/** A whole number: "1,200". Without `Intl`, whose first formatter would delay the inbox and the board. */
export const number = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** Such as `12.3 MB`. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  // From here on, a number with one decimal would be 1,000.
  for (; size >= 999.95 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${size.toLocaleString('en', { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${UNITS[unit]}`;
}
