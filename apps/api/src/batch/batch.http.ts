import { batchRule, feedbackJson, type BatchResult } from '@libs/feedback';
import { booleanRule, objectRule, optional } from '@libs/kernel';

/** Body of `POST /feedback/batch`, with an optional dry run. */
export const batchRuleWithDryRun = objectRule({ ...batchRule.fields, dry_run: optional(booleanRule) });

export const batchJson = ({ items, changed }: BatchResult) => ({ data: items.map(feedbackJson), changed });

/** Maximum body size of a batch in bytes (batch.md 1). */
export const BATCH_BODY_LIMIT = 1_048_576;
