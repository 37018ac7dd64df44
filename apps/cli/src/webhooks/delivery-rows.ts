import type { WebhookDelivery } from '@libs/api-client';
import type { Cli } from '../cli';
import { TYPE_WIDTH } from '../events/types-option';
import { formatAge } from '../output/age';
import { jsonLine } from '../output/json';
import { formatNumber } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { createStyle, type Color, type Style } from '../output/style';
import { Table, type Column } from '../output/table';

/** Formats deliveries, one line each. */
interface DeliveryRows {
  /** Empty if there is no header. */
  readonly header: string;
  readonly line: (delivery: WebhookDelivery) => string;
}

const STATUS_COLORS: Readonly<Record<WebhookDelivery['status'], Color>> = {
  pending: 'yellow',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'dim',
};

/** On a terminal, a table of the terminal's width. In a pipe, and with `--json`, NDJSON. */
export function deliveryRows({ context, options }: Cli): DeliveryRows {
  const { stdout } = context;
  if (!stdout.isTTY || options.json) return { header: '', line: jsonLine };
  const style = createStyle(context, options);
  const table = new Table(columns(style, context.now()), stdout.columns || 80);
  return { header: table.header(style.bold), line: (delivery) => table.row(delivery) };
}

function columns(style: Style, now: Date): readonly Column<WebhookDelivery>[] {
  return [
    { header: 'ID', width: 36, text: ({ id }) => safeLine(id), paint: style.dim },
    {
      header: 'STATUS',
      width: 9,
      text: ({ status }) => safeLine(status),
      paint: (text, { status }) => (style[STATUS_COLORS[status]] ?? style.bold)(text),
    },
    { header: 'TYPE', width: TYPE_WIDTH, dropOrder: 2, text: (delivery) => safeLine(delivery.event_type) },
    { header: 'RESULT', width: 16, growth: 1, text: resultText },
    {
      header: 'AGE',
      width: 4,
      dropOrder: 1,
      text: (delivery) => formatAge(delivery.created_at, now),
      paint: style.dim,
    },
  ];
}

/** The result of the last attempt; empty before the first one. */
function resultText({ attempts }: WebhookDelivery): string {
  const attempt = attempts.at(-1);
  if (!attempt) return '';
  const { status_code: statusCode, error, duration_ms: durationMs } = attempt;
  return statusCode === null ? safeLine(error ?? '') : `${statusCode}  ${formatNumber(durationMs)} ms`;
}
