const STORAGE_KEY = 'signed-in';

/**
 * True from sign-in until sign-out in this browser. If it is true and there is no session, the session has expired or was
 * ended elsewhere. Always false without storage.
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
      // Without the flag, the sign-in page cannot explain why the session ended.
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
