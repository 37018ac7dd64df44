/** Outcome of the last call: the service responded, was unreachable, or failed. */
type ConnectionState = 'fine' | 'unreachable' | 'failing';

let state: ConnectionState = 'fine';
const listeners = new Set<() => void>();

export const connection = {
  snapshot: (): ConnectionState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** @param status of the response; 0 if there was none */
  report(status: number): void {
    const next = status === 0 ? 'unreachable' : status >= 500 ? 'failing' : 'fine';
    if (next === state) return;
    state = next;
    listeners.forEach((listener) => listener());
  },
};
