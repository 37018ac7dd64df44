import { truncate, fitWidth } from './text-width';

export interface Column<Row> {
  readonly header: string;
  readonly width: number;
  /** What it may shrink to before a column with `dropOrder: 0` is given up. */
  readonly minWidth?: number;
  /** Its share of what the others leave; where that is less than nothing, of what has to be given up. */
  readonly growth?: number;
  /** Columns are given up where there is no room: the highest number first, those without one never. */
  readonly dropOrder?: number;
  readonly text: (row: Row) => string;
  readonly paint?: (text: string, row: Row) => string;
}

const GAP = '  ';

/** Lines for a terminal of so many columns. Widths are the columns' own, so that rows can be shown as they come. */
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

  /** Blanks behind the last column are left out. */
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
