/** Runs work with the same key one after the other, in the order of the calls. */
export class InOrder {
  private readonly last = new Map<string, Promise<void>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const current = (this.last.get(key) ?? Promise.resolve()).then(work);
    const settled = current.then(
      () => {},
      () => {},
    );
    this.last.set(key, settled);
    try {
      return await current;
    } finally {
      if (this.last.get(key) === settled) this.last.delete(key);
    }
  }
}
