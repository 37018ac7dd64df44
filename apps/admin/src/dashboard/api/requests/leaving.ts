import type { QueryClient } from '@tanstack/react-query';
import { reportSessionProblem } from './client';

/** A new page takes less time to replace this one. */
const RELOAD_MS = 10_000;
let endedAt = 0;

/**
 * Mutations that end the session or its membership, or switch its account. The page is loaded again after them. Their
 * response can be lost, so an error loads the session again.
 */
export const LEAVING = {
  mutationKey: ['leaving'],
  onSettled: () => void (endedAt = Date.now()),
  onError: () => reportSessionProblem('access'),
} as const;

/**
 * True from the start of such a mutation, unless it fails: the problems that other requests find are its effect. If the
 * page is not loaded again soon, the browser has asked, and the person stays to save a draft.
 */
export const isLeaving = (queryClient: QueryClient): boolean =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: LEAVING.mutationKey })
    .some(
      ({ state: { status } }) =>
        status === 'pending' || (status === 'success' && Date.now() - endedAt < RELOAD_MS),
    );
