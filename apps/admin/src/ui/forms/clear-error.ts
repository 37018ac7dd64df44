/**
 * Clears the error of a request when its input changes. A request that is under way goes on: after a reset, it could be
 * sent twice, and nothing would show its result.
 */
export function clearError(request: { readonly isPending: boolean; readonly reset: () => void }): void {
  if (!request.isPending) request.reset();
}
