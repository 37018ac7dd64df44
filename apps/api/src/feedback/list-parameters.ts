import {
  isSort,
  isStatus,
  Q_MAX,
  SORTS,
  STATUSES,
  type Position,
  type Sort,
  type Status,
} from '@libs/feedback';
import { DomainError, isStorable, longerThan, type Issue } from '@libs/kernel';
import { invalidParameter, strayParameter } from '../http/refusals';
import type { CursorCodec, CursorScope } from './cursor';

export const LIMIT_DEFAULT = 20;
export const LIMIT_MAX = 100;

export type Parameters = Readonly<Record<string, string | string[]>>;

/**
 * Reads the query parameters of lists, each once and strictly (API.md 1.8, 3.3), and collects what is wrong with them.
 * By hand and without reflection, because this is the hot path.
 */
export class ListParameters {
  readonly issues: Issue[] = [];

  constructor(private readonly given: Parameters) {}

  text(name: string): string | undefined {
    const value = this.given[name];
    if (!Array.isArray(value)) return value;
    this.issues.push(strayParameter(name, value));
    return undefined;
  }

  status(): Status | undefined {
    const text = this.text('status');
    if (text === undefined || isStatus(text)) return text;
    this.refuse('status', `must be one of ${STATUSES.join(', ')}`);
    return undefined;
  }

  sort(): Sort | undefined {
    const text = this.text('sort');
    if (text === undefined || isSort(text)) return text;
    this.refuse('sort', `must be one of ${SORTS.join(', ')}`);
    return undefined;
  }

  q(): string | undefined {
    const text = this.text('q');
    if (text === undefined) return undefined;
    if (text === '' || longerThan(text, Q_MAX)) this.refuse('q', `must have 1 to ${Q_MAX} characters`);
    else if (!isStorable(text)) this.refuse('q', 'contains invalid characters');
    return text;
  }

  limit(): number {
    return this.wholeNumber('limit', 1, LIMIT_MAX, LIMIT_DEFAULT);
  }

  wholeNumber(name: string, min: number, max: number, fallback: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.refuse(name, `must be an integer between ${min} and ${max}`);
    return fallback;
  }

  flag(name: string): boolean {
    const text = this.text(name);
    if (text === undefined || text === 'false') return false;
    if (text === 'true') return true;
    this.refuse(name, 'must be true or false');
    return false;
  }

  cursor(scope: CursorScope, cursors: CursorCodec): Position | undefined {
    const text = this.text('cursor');
    if (text === undefined) return undefined;
    const position = cursors.decode(scope, text);
    if (position !== null) return position;
    this.refuse('cursor', 'must be the next_cursor of the same list');
    return undefined;
  }

  /** @param demand what the parameter must be, as the message goes on */
  refuse(name: string, demand: string): void {
    this.issues.push(invalidParameter(name, demand));
  }

  /**
   * After all were read.
   * @throws DomainError `validation` with every fault, and every parameter that is not among `names`
   */
  end(names: readonly string[]): void {
    for (const name in this.given) {
      if (!names.includes(name)) this.issues.push(strayParameter(name, this.given[name]));
    }
    const [first, ...rest] = this.issues;
    if (first) throw DomainError.invalid([first, ...rest]);
  }
}
