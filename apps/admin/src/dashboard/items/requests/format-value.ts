// Created when they are needed, because the first one would delay the inbox.
let format: Intl.NumberFormat | undefined;
let shortFormat: Intl.NumberFormat | undefined;

/** The value of a request or an item, in the account's own unit: `1,200.5`. */
export function formatValue(value: number): string {
  format ??= new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
  return format.format(value);
}

/** A value or a large number for narrow places: `1.2K`. */
export function formatShort(value: number): string {
  shortFormat ??= new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
  return shortFormat.format(value);
}
