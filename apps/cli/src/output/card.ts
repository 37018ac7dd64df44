import type { Context } from '../context';
import { formatAge } from './age';
import { safeLine } from './safe-text';
import type { Style } from './style';

export type Facts = readonly (readonly [name: string, value: string])[];

/** Formats facts, one line each, with aligned values. */
export function factLines(facts: Facts, style: Style): string {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, value]) => `${style.dim(name.padEnd(width))}${value}\n`).join('');
}

/** Formats a time; on a terminal, with its age. */
export function timeText(instant: string, { stdout, now }: Context, style: Style): string {
  if (!stdout.isTTY) return safeLine(instant);
  return `${safeLine(instant)} ${style.dim(`(${formatAge(instant, now())} ago)`)}`;
}
