const MAX_STEPS = 50;

/** The undo actions of this window, latest first. */
export class UndoStack<S> {
  private steps: readonly S[] = [];

  push(step: S): void {
    this.steps = [...this.steps, step].slice(-MAX_STEPS);
  }

  /** Puts a step in the place of another one; last if that is gone. */
  replace(place: S, step: S): void {
    if (!this.steps.includes(place)) return this.push(step);
    this.steps = this.steps.map((other) => (other === place ? step : other));
  }

  /** Removes a step that was undone otherwise or has become final. */
  remove(step: S): void {
    this.steps = this.steps.filter((other) => other !== step);
  }

  /** Removes and returns the latest step; undefined if there is none. */
  pop(): S | undefined {
    const last = this.steps.at(-1);
    this.steps = this.steps.slice(0, -1);
    return last;
  }
}
