import { guarded } from '@libs/feedback';

/** Returns text as a cell of a CSV file (RFC 4180), guarded against formulas like every CSV of this product. */
export const csvCell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;
