import type { Cell } from './csv';

/**
 * The members of a JSON object as cells: what lies deeper gets the name of the way there (`author.email`), a list its
 * values or their names in a row. Null when it is no object.
 */
export function cellsOfJson(line: string): ReadonlyMap<string, Cell> | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const cells = new Map<string, Cell>();
  addMembers(value, '', cells);
  return cells;
}

function addMembers(object: Readonly<Record<string, unknown>>, path: string, cells: Map<string, Cell>): void {
  for (const [name, value] of Object.entries(object)) {
    if (isObject(value)) addMembers(value, `${path}${name}.`, cells);
    else cells.set(path + name, Array.isArray(value) ? listed(value) : textOf(value));
  }
}

function listed(values: readonly unknown[]): Cell {
  const texts = values.map((value) =>
    isObject(value) ? textOf(value['name'] ?? value['title']) : textOf(value),
  );
  return texts.filter(Boolean).join(', ') || null;
}

const textOf = (value: unknown): Cell =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
