/** So many steps back. */
const MAX_STEPS = 50;

/** What can be taken back in this window, the latest first. */
export class UndoStack<S> {
  private steps: readonly S[] = [];

  push(step: S): void {
    this.steps = [...this.steps, step].slice(-MAX_STEPS);
  }

  /** It was taken back by other means, or is final. */
  remove(step: S): void {
    this.steps = this.steps.filter((other) => other !== step);
  }

  /** The latest one; undefined when there is none. */
  pop(): S | undefined {
    const last = this.steps.at(-1);
    this.steps = this.steps.slice(0, -1);
    return last;
  }
}
