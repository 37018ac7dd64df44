export const number = (value: number) => value.toLocaleString('en');
export const counted = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${number(count)} ${more}`;
