import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useReducer } from 'react';

/** As `useMutation`, but shows that it is pending in the event that calls `mutate`. Otherwise a switch jumps back first. */
export function useInstantMutation<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const mutate: typeof mutation.mutate = (...call) => {
    mutation.mutate(...call);
    render();
  };
  return { ...mutation, mutate };
}
