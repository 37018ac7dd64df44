/** How the last call went: the service answered, could not be reached, or is in trouble itself. */
type ConnectionState = 'fine' | 'unreachable' | 'failing';

let state: ConnectionState = 'fine';
const listeners = new Set<() => void>();

export const connection = {
  snapshot: (): ConnectionState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** By the status of an answer; 0 when there was none. */
  report(status: number): void {
    const next = status === 0 ? 'unreachable' : status >= 500 ? 'failing' : 'fine';
    if (next === state) return;
    state = next;
    listeners.forEach((listener) => listener());
  },
};
