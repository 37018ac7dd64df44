import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { LoadingRows } from './loading-rows';

interface Props<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Name of the content while it is loading. */
  readonly loading: string;
  readonly rows?: number;
  readonly height?: number;
  /** Title of the error. */
  readonly failed?: string;
  readonly children: (data: T) => ReactNode;
}

/** The data of a query; until then, that it is loading, or why it failed. */
export function QueryState<T>({ query, loading, rows, height, failed, children }: Props<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  return <LoadingRows label={loading} rows={rows} height={height} />;
}
