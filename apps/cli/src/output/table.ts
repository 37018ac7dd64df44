import { truncate, fitWidth } from './text-width';

export interface Column<Row> {
  readonly header: string;
  readonly width: number;
  /** The width to shrink to before the column with `dropOrder: 0` is dropped. */
  readonly minWidth?: number;
  /** The column's share of the spare width, or of the missing width if the table is too wide. */
  readonly growth?: number;
  /** On a narrow terminal, columns with a number are dropped, highest number first. */
  readonly dropOrder?: number;
  readonly text: (row: Row) => string;
  readonly paint?: (text: string, row: Row) => string;
}

const GAP = '  ';

/** Formats a table for a terminal. Widths do not depend on the rows, so rows can be printed as they arrive. */
export class Table<Row> {
  readonly columns: readonly Column<Row>[];

  constructor(columns: readonly Column<Row>[], terminalWidth: number) {
    this.columns = growColumns(dropColumns(columns, terminalWidth), terminalWidth);
  }

  header(paint: (text: string) => string): string {
    return this.formatLine(({ header }) => header, paint);
  }

  row(row: Row): string {
    return this.formatLine(
      (column) => column.text(row),
      (text, { paint }) => (paint ? paint(text, row) : text),
    );
  }

  /** Omits trailing spaces. */
  private formatLine(
    textOf: (column: Column<Row>) => string,
    paint: (text: string, column: Column<Row>) => string,
  ): string {
    const last = this.columns.length - 1;
    const cells = this.columns.map((column, i) => {
      const text = textOf(column);
      return paint(i === last ? truncate(text, column.width) : fitWidth(text, column.width), column);
    });
    return `${cells.join(GAP)}\n`;
  }
}

const totalWidth = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, GAP.length * (columns.length - 1));

function dropColumns<Row>(columns: readonly Column<Row>[], terminalWidth: number): readonly Column<Row>[] {
  const [dropped] = columns
    .filter(({ dropOrder }) => dropOrder !== undefined)
    .sort((a, b) => b.dropOrder! - a.dropOrder!);
  if (!dropped) return columns;
  const shrunkColumns = columns.map(({ width, minWidth = width }) => ({ width: minWidth }));
  if (totalWidth(dropped.dropOrder === 0 ? shrunkColumns : columns) <= terminalWidth) return columns;
  return dropColumns(
    columns.filter((column) => column !== dropped),
    terminalWidth,
  );
}

function growColumns<Row>(columns: readonly Column<Row>[], terminalWidth: number): readonly Column<Row>[] {
  const spareWidth = terminalWidth - totalWidth(columns);
  const totalGrowth = columns.reduce((sum, { growth = 0 }) => sum + growth, 0);
  return columns.map((column) => {
    const extraWidth = totalGrowth === 0 ? 0 : Math.floor((spareWidth * (column.growth ?? 0)) / totalGrowth);
    return extraWidth === 0 ? column : { ...column, width: Math.max(1, column.width + extraWidth) };
  });
}
