import { Table, type TableProps } from '@mantine/core';
import type { Key, ReactNode } from 'react';

interface Column<T> {
  readonly title: ReactNode;
  /** Selects the style of the title. */
  readonly kind?: string;
  /** Whether its cells name the rows. */
  readonly isHeader?: boolean;
  readonly cell: (row: T) => ReactNode;
}

interface Props<T> extends Pick<TableProps, 'className' | 'verticalSpacing' | 'aria-label'> {
  readonly columns: readonly (Column<T> | false)[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => Key;
}

/** A table with a row of titles. Numbers are formatted. */
export function DataTable<T>({ columns, rows, keyOf, ...table }: Props<T>) {
  const shown = columns.filter((column) => column !== false);
  return (
    <Table {...table}>
      <Table.Thead>
        <Table.Tr>
          {shown.map(({ title, kind }, index) => (
            <Table.Th key={index} data-kind={kind}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {shown.map(({ isHeader, cell }, index) => {
              const Cell = isHeader ? Table.Th : Table.Td;
              return (
                <Cell key={index} scope={isHeader ? 'row' : undefined}>
                  {formatted(cell(row))}
                </Cell>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const formatted = (content: ReactNode): ReactNode =>
  typeof content === 'number' ? content.toLocaleString('en') : content;
