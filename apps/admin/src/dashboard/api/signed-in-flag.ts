const KEY = 'signed-in';

/**
 * Whether this browser has a session that nobody has ended here: a session that is gone then has expired or was ended
 * elsewhere. Without storage nothing is remembered.
 */
export const sessionMemory = {
  has(): boolean {
    try {
      return localStorage.getItem(KEY) !== null;
    } catch {
      return false;
    }
  },
  keep(): void {
    try {
      localStorage.setItem(KEY, '1');
    } catch {
      // The sign-in page then says less.
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // As above.
    }
  },
};
