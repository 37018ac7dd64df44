import type { Cli } from '../cli';
import { eventSubject } from '../events/event-rows';
import { TYPE_WIDTH } from '../events/types-option';
import { jsonLine } from '../output/json';
import { formatNumber } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { createStyle, type Style } from '../output/style';
import { Table, type Column } from '../output/table';
import type { ForwardResult } from './forward';

/** Formats results, one line each. */
interface ResultRows {
  /** Empty if there is no header. */
  readonly header: string;
  readonly line: (result: ForwardResult) => string;
}

/** On a terminal, a table of the terminal's width. In a pipe, and with `--json`, NDJSON. */
export function resultRows({ context, options }: Cli): ResultRows {
  const { stdout } = context;
  if (!stdout.isTTY || options.json) return { header: '', line: (result) => jsonLine(resultJson(result)) };
  const style = createStyle(context, options);
  const table = new Table(columns(style), stdout.columns || 80);
  return { header: table.header(style.bold), line: (result) => table.row(result) };
}

const isSuccess = ({ statusCode }: ForwardResult): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

const resultJson = (result: ForwardResult) => ({
  event_id: result.event.id,
  event_type: result.event.type,
  status: isSuccess(result) ? 'succeeded' : 'failed',
  at: result.at.toISOString(),
  status_code: result.statusCode,
  error: result.error,
  duration_ms: result.durationMs,
});

function columns(style: Style): readonly Column<ForwardResult>[] {
  return [
    { header: 'TIME', width: 8, text: ({ at }) => at.toTimeString().slice(0, 8), paint: style.dim },
    { header: 'TYPE', width: TYPE_WIDTH, text: ({ event }) => safeLine(event.type), paint: style.cyan },
    { header: 'ITEM', width: 16, growth: 1, text: ({ event }) => safeLine(eventSubject(event.data)) },
    {
      header: 'RESULT',
      width: 25,
      growth: 1,
      text: ({ statusCode, error, durationMs }) =>
        `→ ${error === null ? `${statusCode}  ${formatNumber(durationMs)} ms` : safeLine(error)}`,
      paint: (text, result) => (isSuccess(result) ? style.green(text) : style.red(text)),
    },
  ];
}
