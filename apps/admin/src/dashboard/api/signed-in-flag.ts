const STORAGE_KEY = 'signed-in';

/**
 * Whether this browser has a session that nobody has ended here: a session that is gone then has expired or was ended
 * elsewhere. Without storage nothing is remembered.
 */
export const signedInFlag = {
  isSet(): boolean {
    try {
      return localStorage.getItem(STORAGE_KEY) !== null;
    } catch {
      return false;
    }
  },
  set(): void {
    try {
      localStorage.setItem(STORAGE_KEY, '1');
    } catch {
      // The sign-in page then says less.
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(STORAGE_KEY);
    } catch {
      // As above.
    }
  },
};
