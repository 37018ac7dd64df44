/**
 * Returns a count of a file without separators: `1204` for `1,204`, and `12` for `12.0`. The sum of votes for and against
 * can be negative, but no one asks for such an item: `0`. Returns any other text unchanged.
 */
export function toCount(text: string): string {
  if (/^-\d+$/.test(text)) return '0';
  const whole = text.replace(/[.,]0{1,2}$/, '');
  return GROUPED.test(whole) ? whole.replace(/\D/g, '') : whole;
}

const GROUPED = /^\d{1,3}([,.'’\s]\d{3})+$/;
const AMOUNT = /^(\d+|\d{1,3}(?:[,.'’\s]\d{3})+)(?:[.,](\d{1,2}|\d{4,}))?$/;

/**
 * Returns an amount with a point and at most two decimals, without a currency: `1200.5` for `€1.200,50`. Returns text
 * that is no amount unchanged.
 */
export function toAmount(text: string): string {
  const bare = text.replace(/^[\p{Sc}A-Z\s]+|[\p{Sc}A-Z\s]+$/gu, '');
  const [, whole, decimals = '0'] = AMOUNT.exec(bare) ?? [];
  if (whole === undefined) return text;
  return String(Math.round(Number(`${whole.replace(/\D/g, '')}.${decimals}`) * 100) / 100);
}

export const isCount = (text: string): boolean => /^\d+$/.test(toCount(text));
export const isAmount = (text: string): boolean => /^\d+(\.\d+)?$/.test(toAmount(text));
