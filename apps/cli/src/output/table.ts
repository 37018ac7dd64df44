import { cut, fitted } from './text-width';

export interface Column<Row> {
  readonly header: string;
  readonly width: number;
  /** What it may shrink to before a column with `spare: 0` is given up. */
  readonly least?: number;
  /** Its share of what the others leave; where that is less than nothing, of what has to be given up. */
  readonly grows?: number;
  /** Columns are given up where there is no room: the highest number first, those without one never. */
  readonly spare?: number;
  readonly text: (row: Row) => string;
  readonly paint?: (text: string, row: Row) => string;
}

const GAP = '  ';

/** Lines for a terminal of so many columns. Widths are the columns' own, so that rows can be shown as they come. */
export class Table<Row> {
  readonly columns: readonly Column<Row>[];

  constructor(columns: readonly Column<Row>[], terminalWidth: number) {
    this.columns = grown(keptOf(columns, terminalWidth), terminalWidth);
  }

  header(paint: (text: string) => string): string {
    return this.line(({ header }) => header, paint);
  }

  row(row: Row): string {
    return this.line(
      (column) => column.text(row),
      (text, { paint }) => (paint ? paint(text, row) : text),
    );
  }

  /** Blanks behind the last column are left out. */
  private line(
    textOf: (column: Column<Row>) => string,
    paint: (text: string, column: Column<Row>) => string,
  ): string {
    const last = this.columns.length - 1;
    const cells = this.columns.map((column, i) => {
      const whole = textOf(column);
      return paint(i === last ? cut(whole, column.width) : fitted(whole, column.width), column);
    });
    return `${cells.join(GAP)}\n`;
  }
}

const widthOfAll = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, GAP.length * (columns.length - 1));

function keptOf<Row>(columns: readonly Column<Row>[], terminalWidth: number): readonly Column<Row>[] {
  const [spared] = columns.filter(({ spare }) => spare !== undefined).sort((a, b) => b.spare! - a.spare!);
  if (!spared) return columns;
  const shrunk = columns.map(({ width, least = width }) => ({ width: least }));
  if (widthOfAll(spared.spare === 0 ? shrunk : columns) <= terminalWidth) return columns;
  return keptOf(
    columns.filter((column) => column !== spared),
    terminalWidth,
  );
}

function grown<Row>(columns: readonly Column<Row>[], terminalWidth: number): readonly Column<Row>[] {
  const room = terminalWidth - widthOfAll(columns);
  const shares = columns.reduce((sum, { grows = 0 }) => sum + grows, 0);
  return columns.map((column) => {
    const share = shares === 0 ? 0 : Math.floor((room * (column.grows ?? 0)) / shares);
    return share === 0 ? column : { ...column, width: Math.max(1, column.width + share) };
  });
}
