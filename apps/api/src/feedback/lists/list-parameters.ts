import {
  isFeedbackId,
  isSort,
  isSource,
  isStatus,
  Q_MAX,
  SORTS,
  SOURCES,
  STATUSES,
  type FeedbackSelection,
  type Position,
  type Sort,
  type Source,
  type Status,
} from '@libs/feedback';
import {
  characterName,
  DomainError,
  instantOf,
  isEmail,
  isStorable,
  longerThan,
  unstorableIn,
  type Instant,
  type Issue,
} from '@libs/kernel';
import { invalidParameter, unexpectedParameter } from '../../http/errors';
import type { CursorCodec, CursorScope } from './cursor';

export const LIMIT_DEFAULT = 20;
export const LIMIT_MAX = 100;

export type Parameters = Readonly<Record<string, string | string[]>>;

/** The names that `selection` reads. */
export const SELECTION: readonly string[] = [
  'status',
  'q',
  'sort',
  'submitter_email',
  'created_after',
  'created_before',
  'updated_after',
];

/** The names that `ownerSelection` reads. */
export const OWNER_SELECTION: readonly string[] = [...SELECTION, 'source', 'import'];

/**
 * Reads the query parameters of lists, each once and strictly (lists.md 1), and collects what is wrong with them.
 * By hand and without reflection, because this is the hot path.
 */
export class ListParameters {
  readonly issues: Issue[] = [];

  constructor(private readonly given: Parameters) {}

  text(name: string): string | undefined {
    const value = this.given[name];
    if (!Array.isArray(value)) return value;
    this.issues.push(unexpectedParameter(name, value));
    return undefined;
  }

  status(): Status | undefined {
    const text = this.text('status');
    if (text === undefined || isStatus(text)) return text;
    this.refuse('status', `must be one of ${STATUSES.join(', ')}`);
    return undefined;
  }

  source(): Source | undefined {
    const text = this.text('source');
    if (text === undefined || isSource(text)) return text;
    this.refuse('source', `must be one of ${SOURCES.join(', ')}`);
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
    else if (!isStorable(text))
      this.refuse('q', `contains invalid characters (${characterName(unstorableIn(text)!)})`);
    return text;
  }

  email(): string | undefined {
    const text = this.text('submitter_email');
    if (text === undefined || isEmail(text)) return text;
    this.refuse('submitter_email', 'must be an email address');
    return undefined;
  }

  /** RFC 3339 with its offset, in the milliseconds that items are kept in: what is finer counts as the next one. */
  instant(name: string): Instant | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const instant = instantOf(text);
    if (instant !== null) return instant;
    // In a query an unescaped + means a space.
    const isUnescaped = instantOf(text.replace(' ', '+')) !== null;
    if (isUnescaped) this.refuse(name, 'must have the + of its offset written as %2B');
    else
      this.refuse(name, 'must be a date and time with its offset, such as 2026-03-03T10:00:00Z (RFC 3339)');
    return undefined;
  }

  /** Of an import, in lower case. */
  importId(): string | undefined {
    const id = this.text('import')?.toLowerCase();
    if (id === undefined || isFeedbackId(id)) return id;
    this.refuse('import', 'must be the id of an import');
    return undefined;
  }

  /** Which items and in which order (lists.md 2, lists.md 4): what lists and exports have in common. */
  selection(): FeedbackSelection {
    return {
      status: this.status(),
      q: this.q(),
      sort: this.sort(),
      submitterEmail: this.email(),
      createdAfter: this.instant('created_after'),
      createdBefore: this.instant('created_before'),
      updatedAfter: this.instant('updated_after'),
    };
  }

  /** The same for the owner, whose searches find a part of the submitter's address, too. */
  ownerSelection(): FeedbackSelection {
    return { ...this.selection(), source: this.source(), importId: this.importId(), searchesSenders: true };
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
      if (!names.includes(name)) this.issues.push(unexpectedParameter(name, this.given[name]));
    }
    const [first, ...rest] = this.issues;
    if (first) throw DomainError.invalid([first, ...rest]);
  }
}
