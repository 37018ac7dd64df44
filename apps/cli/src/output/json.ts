import type { Output } from '../context';
import { safeJson } from './safe-text';

/** Formats a JSON document: indented on a terminal, one line in a pipe. */
export function jsonText(value: unknown, output: Output): string {
  return `${safeJson(JSON.stringify(value, null, output.isTTY ? 2 : 0))}\n`;
}

export const jsonLine = (value: unknown): string => `${safeJson(JSON.stringify(value))}\n`;
