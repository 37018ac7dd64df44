const FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const SHORT_FORMAT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** The value of a request or an item, in the account's own unit: `1,200.5`. */
export const formatValue = (value: number): string => FORMAT.format(value);

/** A value or a large number for narrow places: `1.2K`. */
export const formatShort = (value: number): string => SHORT_FORMAT.format(value);
