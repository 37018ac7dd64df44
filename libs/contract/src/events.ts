import type { Actor } from '@libs/kernel';
import type { Event } from '@libs/webhooks';
import type { Item } from './feedback/items';
import type { ListPage } from './response';

/** A change of an item (events.md 1). */
export interface FeedbackEvent {
  readonly id: string;
  readonly type: Event['type'];
  readonly timestamp: string;
  readonly actor: Actor;
  readonly data: {
    /** Has only `id` if the item has been deleted since. */
    readonly feedback?: Pick<Item, 'id'> & Partial<Omit<Item, 'version'>>;
    readonly version?: number;
    /** The old values of the changed fields. */
    readonly previous?: Partial<Pick<Item, 'title' | 'description' | 'submitter_email' | 'status'>>;
    readonly import?: { readonly created: number; readonly existing: number };
    readonly webhook?: { readonly id: string; readonly url: string; readonly disabled_reason: string };
  };
}

/** `GET events?before=&types=&limit=`: newest first. Also a stream, with `after` instead of `before` (dashboard.md 12). */
export interface FeedbackEventPage extends ListPage<FeedbackEvent> {
  readonly pagination: ListPage<FeedbackEvent>['pagination'] & {
    /** Later events are after it. */
    readonly latest_cursor: string;
  };
}
