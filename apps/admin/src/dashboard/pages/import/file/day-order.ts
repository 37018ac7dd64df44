import { toTimestamp } from './dates';

/** The order of year, month, and day in `03/04/2024` or `03-04-05`. Only a two-digit year can be first. */
export type DayOrder = 'mdy' | 'dmy' | 'ymd';

/** A date whose order depends on the file. In dates with dots, the day is always first. */
const NUMERIC = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

interface DayOrders {
  /** Orders in which all values are dates, most likely first; empty if no value has this form. */
  readonly orders: readonly DayOrder[];
  /** The first date that these orders read differently; null if there is none. */
  readonly example: string | null;
}

/** The possible orders for all values. If values contradict each other, the first ones decide. */
export function possibleDayOrders(values: Iterable<string | null | undefined>): DayOrders {
  let orders: readonly DayOrder[] = [];
  const dates: string[] = [];
  for (const value of values) {
    const date = value ? NUMERIC.exec(value.trim())?.[0] : undefined;
    if (date === undefined) continue;
    const possible = ordersOf(date);
    const common = orders.length === 0 ? possible : orders.filter((order) => possible.includes(order));
    if (common.length > 0) orders = common;
    dates.push(date);
  }
  return { orders, example: dates.find((date) => isAmbiguous(date, orders)) ?? null };
}

/** The order to use: `unknown` if it matters and the values don't decide it, null if no value has this form. */
export function detectDayOrder(values: Iterable<string | null | undefined>): DayOrder | 'unknown' | null {
  const { orders, example } = possibleDayOrders(values);
  return example === null ? (orders[0] ?? null) : 'unknown';
}

/** A two-digit year is first only with hyphens, as in ISO 8601, or if the number cannot be a day. */
function ordersOf(date: string): readonly DayOrder[] {
  const [, first, separator, second, third] = NUMERIC.exec(date)!;
  const [day, month] = [Number(first), Number(second)];
  const canStartWithYear =
    (separator === '-' || day > 31) && [first, second, third].every((part) => part?.length === 2);
  return [
    ...(isMonthAndDay(day, month) ? (['mdy'] as const) : []),
    ...(isMonthAndDay(month, day) ? (['dmy'] as const) : []),
    ...(canStartWithYear && isMonthAndDay(month, Number(third)) ? (['ymd'] as const) : []),
  ];
}

const isMonthAndDay = (month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31;

function isAmbiguous(date: string, orders: readonly DayOrder[]): boolean {
  const [first, ...others] = orders;
  return others.some((order) => toTimestamp(date, order) !== toTimestamp(date, first));
}
