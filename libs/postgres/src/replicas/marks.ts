/**
 * A state of the primary, read in one statement: all events up to `lastEvent` were published by changes that the
 * write-ahead log contains before `position`.
 */
export interface Mark {
  /** Position in the write-ahead log, in bytes. */
  readonly position: number;
  /** Position of the newest event. */
  readonly lastEvent: number;
  /** When the mark was read: milliseconds of a clock that never goes back. */
  readonly at: number;
}

/** A replica that is further behind than this is not used. Events are kept far longer. */
export const MAX_LAG_MS = 30_000;

/** The marks of the last 30 seconds, oldest first. */
export class Marks {
  private marks: Mark[] = [];

  /** Returns false if the primary has gone back, as after a restore: earlier marks are void then. */
  add(mark: Mark): boolean {
    const newest = this.marks.at(-1);
    const isLater = !newest || (mark.position >= newest.position && mark.lastEvent >= newest.lastEvent);
    if (!isLater) this.marks = [];
    this.marks.push(mark);
    const oldest = mark.at - MAX_LAG_MS;
    this.marks = this.marks.filter(({ at }) => at >= oldest);
    return isLater;
  }

  /** Whether the marks go back so far that a replica that contains none of them is too far behind. */
  get areComplete(): boolean {
    return this.marks.length > 0 && this.marks.at(-1)!.at - this.marks[0]!.at >= MAX_LAG_MS / 2;
  }

  /** Returns the newest mark that a replica contains, or null. @param replayed its position */
  newestIn(replayed: number): Mark | null {
    return this.marks.findLast(({ position }) => position <= replayed) ?? null;
  }
}
