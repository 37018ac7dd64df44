import {
  booleanRule,
  cursorRule,
  instantRule,
  limitRule,
  objectRule,
  oneOf,
  optional,
  required,
  type ValuesOf,
} from '@libs/kernel';
import { EVENT_TYPES, TEST_EVENT_TYPE } from '../events/event';
import { DELIVERY_STATUSES } from './delivery';

const REPLAY = {
  since: required(instantRule),
  until: optional(instantRule),
  dry_run: optional(booleanRule),
};
export type Replay = ValuesOf<typeof REPLAY>;
export const replayRule = objectRule(REPLAY);

/** Parameters of the list of deliveries (webhooks.md 2). */
export const DELIVERY_FIELDS = {
  status: optional(oneOf(DELIVERY_STATUSES)),
  event_type: optional(oneOf([...EVENT_TYPES, TEST_EVENT_TYPE])),
  limit: optional(limitRule),
  cursor: optional(cursorRule),
};
