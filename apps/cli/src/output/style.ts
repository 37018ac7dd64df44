import type { Context, Output } from '../context';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Color = keyof typeof CODES;
export type Style = Readonly<Record<Color, (text: string) => string>>;

interface StyleOptions {
  /** False for `--no-color`, which overrides everything else. */
  readonly color?: boolean;
  /** The output of the text. Defaults to standard output. */
  readonly output?: Output;
}

/** Returns a style with colors if the output supports them; otherwise, one that leaves text unchanged. */
export function createStyle(context: Context, { color, output = context.stdout }: StyleOptions = {}): Style {
  const isColored = hasColor(context, color, output);
  const paint = (code: number) => (text: string) =>
    isColored && text !== '' ? `\x1b[${code}m${text}\x1b[${code < 10 ? 22 : 39}m` : text;
  return Object.fromEntries(Object.entries(CODES).map(([name, code]) => [name, paint(code)])) as Style;
}

/** A non-empty `NO_COLOR` (no-color.org) disables color; `FORCE_COLOR` enables it unless 0 or false. */
function hasColor({ env }: Context, color: boolean | undefined, output: Output): boolean {
  if (color === false || env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}
