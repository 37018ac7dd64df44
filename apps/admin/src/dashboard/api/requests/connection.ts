import { Store } from '../../../ui/store';

/** Outcome of the last call: the service responded, was unreachable, or failed. */
type ConnectionState = 'fine' | 'unreachable' | 'failing';

const state = new Store<ConnectionState>('fine');
let failures = 0;

export const connection = {
  snapshot: state.get,
  subscribe: state.subscribe,
  /**
   * Call before a request is sent, and the returned function with the status of the response; 0 if there was none. A
   * late response to a request from before the last failure does not prove that the service is back.
   */
  startCall(): (status: number) => void {
    const failuresBefore = failures;
    return (status) => {
      const next = status === 0 ? 'unreachable' : status >= 500 ? 'failing' : 'fine';
      if (next !== 'fine') failures++;
      else if (failures > failuresBefore) return;
      if (next !== state.get()) state.set(next);
    };
  },
};
