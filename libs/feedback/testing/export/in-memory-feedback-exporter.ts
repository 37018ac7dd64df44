import {
  type FeedbackJson,
  CSV_COLUMNS,
  exportInProgress,
  feedbackJson,
  guarded,
  type ExportRequest,
  type Feedback,
  type FeedbackExporter,
  type ItemLists,
} from '../../src';

const ITEMS_PER_CHUNK = 10;

/** In-memory adapter for tests (export.md 2). */
export class InMemoryFeedbackExporter implements FeedbackExporter {
  private readonly running = new Set<string>();

  constructor(private readonly lists: ItemLists) {}

  async open(accountId: string, request: ExportRequest, signal: AbortSignal) {
    if (this.running.has(accountId)) throw exportInProgress();
    this.running.add(accountId);
    const end = () => {
      signal.removeEventListener('abort', end);
      this.running.delete(accountId);
    };
    signal.addEventListener('abort', end);
    try {
      signal.throwIfAborted();
      const query = { ...request.selection, limit: Number.MAX_SAFE_INTEGER, offset: 0 };
      return chunks(await this.lists.list(accountId, query), request, signal, end);
    } catch (error) {
      end();
      throw error;
    }
  }
}

async function* chunks(
  items: readonly Feedback[],
  { format, byteOrderMark }: ExportRequest,
  signal: AbortSignal,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  const lines = items.map(
    format === 'csv'
      ? csvLine
      : (item) => JSON.stringify(feedbackJson(item)) + (format === 'json' ? '' : '\n'),
  );
  const head = { json: '{"data":[', ndjson: '', csv: `${CSV_COLUMNS.join(',')}\r\n` }[format];
  try {
    if (format !== 'ndjson') yield utf8((byteOrderMark ? '\ufeff' : '') + head);
    for (let i = 0; i < lines.length; i += ITEMS_PER_CHUNK) {
      signal.throwIfAborted();
      const comma = format === 'json' ? ',' : '';
      yield utf8((i > 0 ? comma : '') + lines.slice(i, i + ITEMS_PER_CHUNK).join(comma));
    }
    signal.throwIfAborted();
    if (format === 'json') yield utf8(']}');
  } finally {
    end();
  }
}

function csvLine(item: Feedback): string {
  const links = item.links.map(({ url }) => url).join(' ') || null;
  const { public: _, unconfirmed_votes: _votes, context: _context, ...values } = feedbackJson(item);
  return `${Object.values({ ...values, links })
    .map(csvField)
    .join(',')}\r\n`;
}

function csvField(value: FeedbackJson[Exclude<keyof FeedbackJson, 'links' | 'public' | 'context'>]): string {
  if (value === null) return '';
  if (typeof value === 'object' && 'name' in value) return csvField(value.name);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return value.length === 0 ? '' : csvField(value.join(','));
  const text = guarded(value);
  return text === '' || text !== value || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const utf8 = (text: string): Uint8Array => Buffer.from(text);
