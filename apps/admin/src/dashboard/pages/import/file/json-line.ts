import type { Cell } from './csv';

/**
 * The fields of a JSON object as cells; null if the line isn't an object. Nested fields are named by their path
 * (`author.email`). An array becomes its values, or the names of its objects, separated by commas; links of an export
 * (items.md 13) stay JSON.
 */
export function parseJsonLine(line: string): ReadonlyMap<string, Cell> | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const cells = new Map<string, Cell>();
  addFields(value, '', cells);
  return cells;
}

function addFields(object: Readonly<Record<string, unknown>>, path: string, cells: Map<string, Cell>): void {
  for (const [name, value] of Object.entries(object)) {
    if (isObject(value)) addFields(value, `${path}${name}.`, cells);
    else cells.set(path + name, Array.isArray(value) ? joinValues(value) : toCell(value));
  }
}

function joinValues(values: readonly unknown[]): Cell {
  if (values.length > 0 && values.every(isLink)) return JSON.stringify(values);
  const texts = values.map((value) =>
    isObject(value) ? toCell(value['name'] ?? value['title']) : toCell(value),
  );
  return texts.filter(Boolean).join(', ') || null;
}

const isLink = (value: unknown): boolean => isObject(value) && 'url' in value && 'kind' in value;

const toCell = (value: unknown): Cell =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
