import type { FeedbackEvent } from '@libs/contract';

/** What one chunk of a stream completed. */
export interface ReceivedMessages {
  /** In their order: oldest first. */
  readonly events: readonly FeedbackEvent[];
  /** The cursor after them; null if none was received. */
  readonly cursor: string | null;
}

/** Reads server-sent events as they arrive (events.md 3). */
export class EventMessages {
  /** When to reconnect, if the service said so. */
  retryMs: number | null = null;
  private incomplete = '';

  read(chunk: string): ReceivedMessages {
    const blocks = (this.incomplete + chunk).split('\n\n');
    this.incomplete = blocks.pop()!;
    const events: FeedbackEvent[] = [];
    let cursor: string | null = null;
    for (const line of blocks.flatMap((block) => block.split('\n'))) {
      const [, field, value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
      if (field === 'id') cursor = value;
      else if (field === 'data') events.push(JSON.parse(value) as FeedbackEvent);
      else if (field === 'retry') this.retryMs = Number(value);
    }
    return { events, cursor };
  }
}
