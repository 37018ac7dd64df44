/**
 * The first script of the page: sends the first requests of a signed-in person while the rest of the code is loading.
 * Imports nothing, so that it is small and loads alone.
 */
const SIGNED_IN_KEY = 'signed-in';
/** Rows of the first page of a list. */
export const FIRST_PAGE_SIZE = 50;
const FIRST_ITEMS = `feedback?limit=${FIRST_PAGE_SIZE}&sort=-created_at`;
/** Pages that need no session. Some never take it, and a later page would get an old one. */
const WITHOUT_SESSION = /^\/app\/(sign-in|sign-up|reset-password|confirm-email|invite)\b/;
/** URL parameters that do not change the list of the inbox. */
const OPEN_ITEM_PARAMS = ['item', 'note'];

const responses = new Map<string, Promise<Response | null>>();

/** The last account of a person who has not signed out in this browser; null without storage. */
export const signedInAccount = {
  get(): string | null {
    try {
      return localStorage.getItem(SIGNED_IN_KEY);
    } catch {
      return null;
    }
  },
  set(id: string): void {
    try {
      localStorage.setItem(SIGNED_IN_KEY, id);
    } catch {
      // Without it, the sign-in page cannot explain why the session ended.
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(SIGNED_IN_KEY);
    } catch {
      // As above.
    }
  },
};

/** The response of an early request, once; null if it was not sent, or failed in a way that another one may not. */
export async function takeEarly(path: string): Promise<Response | null> {
  const sent = responses.get(path);
  responses.delete(path);
  const response = (await sent) ?? null;
  return response?.ok || response?.status === 401 ? response : null;
}

/** Whether the first items of the inbox were requested early, and not taken yet. */
export const hasEarlyItems = (): boolean => responses.has(FIRST_ITEMS);

function send(path: string, headers: Record<string, string>): void {
  responses.set(
    path,
    fetch(`/app/api/${path}`, { headers, priority: 'high' }).catch(() => null),
  );
}

const accountId = signedInAccount.get();
if (accountId !== null && !WITHOUT_SESSION.test(location.pathname)) {
  send('session', {});
  const hasDefaultList = [...new URLSearchParams(location.search).keys()].every((name) =>
    OPEN_ITEM_PARAMS.includes(name),
  );
  // The service rejects it if the session has another account by now.
  if (location.pathname === '/app/inbox' && hasDefaultList) send(FIRST_ITEMS, { 'x-account-id': accountId });
}
