import { Button, Group, type ButtonProps } from '@mantine/core';
import { ErrorText } from './error-text';

/** A part of what `useInfiniteQuery` returns. */
interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
}

interface Props extends ButtonProps {
  readonly list: PagedList;
  readonly children: string;
  /** Shown if the next page could not be loaded. */
  readonly failed?: string;
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ list, children, failed, ...button }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Group gap="sm">
      <Button
        variant="default"
        {...button}
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
      >
        {children}
      </Button>
      {list.isFetchNextPageError && <ErrorText>{failed}</ErrorText>}
    </Group>
  );
}
