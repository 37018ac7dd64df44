import { Stack } from '@mantine/core';
import { Fragment, type ComponentProps, type ReactNode } from 'react';
import { List } from '../layout/list';
import { QueryState } from './query-state';

interface Props<T> extends Omit<ComponentProps<typeof QueryState>, 'children'> {
  readonly query: ComponentProps<typeof QueryState>['query'] & { readonly hasNextPage?: boolean };
  /** The rows; undefined until they are loaded. */
  readonly items: readonly T[] | undefined;
  readonly look?: ComponentProps<typeof List>['look'];
  readonly label: string;
  /** Instead of an empty list. */
  readonly empty: ReactNode;
  /** The button that loads more. */
  readonly more?: ReactNode;
  /** Renders an `li` element. */
  readonly children: (item: T) => ReactNode;
}

/** A list that a query loads, in its states. */
export function QueryList<T extends { readonly id: string }>(props: Props<T>) {
  const { items = [], look, label, empty, more, children, ...state } = props;
  return (
    <QueryState {...state}>
      {() =>
        items.length > 0 || state.query.hasNextPage ? (
          <Stack gap="md">
            <List look={look} aria-label={label}>
              {items.map((item) => (
                <Fragment key={item.id}>{children(item)}</Fragment>
              ))}
            </List>
            {more}
          </Stack>
        ) : (
          empty
        )
      }
    </QueryState>
  );
}
