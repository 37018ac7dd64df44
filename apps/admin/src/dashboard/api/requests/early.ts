/** The first requests of a signed-in person, which the inline script sends. Imports only types, so that the script is small. */
import type { Status } from '@libs/contract';
import type { ListParams } from '../items/item-lists';

const SIGNED_IN_KEY = 'signed-in';
/** Rows of the first page of a list. */
export const FIRST_PAGE_SIZE = 50;
/** The lists of a page whose URL has no filter. */
const FIRST_LISTS: Readonly<Record<string, readonly ListParams[]>> = {
  '/app/inbox': [{ sort: '-created_at' }],
  '/app/board': (['new', 'planned', 'building', 'shipped', 'declined'] satisfies Status[]).map((status) => ({
    status,
    sort: '-created_at',
  })),
};
/** Pages that need no session. Some never take it, and a later page would get an old one. */
const WITHOUT_SESSION = /^\/app\/(sign-in|sign-up|reset-password|confirm-email|invite)\b/;
/** URL parameters that do not change the lists. */
const OPEN_ITEM_PARAMS = ['item', 'note'];

declare global {
  /** By path; from the inline script for the other code. */
  var earlyResponses: Map<string, Promise<Response | null>> | undefined;
}

const responses = (globalThis.earlyResponses ??= new Map<string, Promise<Response | null>>());

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

/** The lists of the page whose first items were requested early, and not taken yet. */
export const earlyLists = (): readonly ListParams[] =>
  firstLists().filter((list) => responses.has(firstPageOf(list)));

const firstLists = (): readonly ListParams[] => FIRST_LISTS[location.pathname] ?? [];

const firstPageOf = ({ status, sort }: ListParams): string =>
  `feedback?limit=${FIRST_PAGE_SIZE}${status ? `&status=${status}` : ''}&sort=${sort}`;

function send(path: string, headers: Record<string, string>): void {
  responses.set(
    path,
    fetch(`/app/api/${path}`, { headers, priority: 'high' }).catch(() => null),
  );
}

export function sendEarly(): void {
  const accountId = signedInAccount.get();
  if (accountId === null || WITHOUT_SESSION.test(location.pathname)) return;
  send('session', {});
  const hasDefaultList = [...new URLSearchParams(location.search).keys()].every((name) =>
    OPEN_ITEM_PARAMS.includes(name),
  );
  // The service rejects them if the session has another account by now.
  if (hasDefaultList) for (const list of firstLists()) send(firstPageOf(list), { 'x-account-id': accountId });
}
