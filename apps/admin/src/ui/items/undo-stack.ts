/** Something that was done and can be taken back. */
export interface Undoable {
  run(): void;
  /** Too late: what was done is final. */
  isOver(): boolean;
}

/** So many steps back. */
const MAX = 50;

/** What can be taken back in this window, the latest first. */
export class UndoStack<U extends Undoable> {
  private steps: readonly U[] = [];

  push(step: U): void {
    this.steps = [...this.steps, step].slice(-MAX);
  }

  /** It was taken back by other means. */
  forget(step: U): void {
    this.steps = this.steps.filter((other) => other !== step);
  }

  /** The latest one for which it is not too late; undefined when there is none. */
  pop(): U | undefined {
    const last = this.steps.findLast((step) => !step.isOver());
    this.steps = last ? this.steps.slice(0, this.steps.indexOf(last)) : [];
    return last;
  }
}
