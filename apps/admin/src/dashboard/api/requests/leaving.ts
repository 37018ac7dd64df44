import type { QueryClient } from '@tanstack/react-query';
import { reportSessionProblem } from './client';

/**
 * Mutations that end the session or its membership, or switch its account. The page is loaded again after them. Their
 * response can be lost, so an error loads the session again.
 */
export const LEAVING = {
  mutationKey: ['leaving'],
  onError: () => reportSessionProblem('access'),
} as const;

/** True from the start of such a mutation, unless it fails. The problems that other requests find are its effect. */
export const isLeaving = (queryClient: QueryClient): boolean =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: LEAVING.mutationKey })
    .some(({ state }) => state.status !== 'error');
