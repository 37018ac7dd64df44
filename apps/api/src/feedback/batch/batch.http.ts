import { feedbackJson, updatesRule, type BatchResult, type FeedbackUpdate } from '@libs/feedback';
import { mistypedField, nullField, type Rule } from '@libs/kernel';
import { Maybe, Required, unknownField } from '../../http/body';
import { NOT_REVISED } from '../items/feedback.http';

const FIELDS = ['id', 'title', 'description', 'status'];
/** Beside the id, which says whose the line is. */
const NOT_IN_A_LINE = { ...NOT_REVISED, names: NOT_REVISED.names.filter((name) => name !== 'id') };

/** The core's rule, and no field in a line that it does not know. */
const strictUpdates: Rule<readonly FeedbackUpdate[]> = {
  ...updatesRule,
  read(value, param, issues) {
    const before = issues.length;
    const updates = updatesRule.read(value, param, issues);
    // A list that is none, or is too long, is not looked into.
    if (issues.slice(before).some((issue) => issue.param === param)) return updates;
    (value as unknown[]).forEach((line, i) => {
      for (const name of Object.keys(Object(line) as object)) {
        if (!FIELDS.includes(name)) issues.push(unknownField(name, NOT_IN_A_LINE, `${param}[${i}].`));
      }
    });
    return updates;
  },
};

/** Body of a batch (batch.md 1). */
export class BatchBody {
  @Required(strictUpdates) updates!: readonly FeedbackUpdate[];
}

const flagRule: Rule<boolean> = {
  schema: { type: 'boolean' },
  read(value, param, issues) {
    if (value === null) issues.push(nullField(param));
    else if (typeof value !== 'boolean') issues.push(mistypedField(param, 'a boolean'));
    return value === true;
  },
};

/** Body of `POST /feedback/batch`, where one may ask what would happen. */
export class BatchBodyWithDryRun {
  @Required(strictUpdates) updates!: readonly FeedbackUpdate[];
  @Maybe(flagRule) dry_run?: boolean;
}

export const batchJson = ({ items, changed }: BatchResult) => ({ data: items.map(feedbackJson), changed });

/** Largest body of a batch in bytes (batch.md 1). */
export const BATCH_BODY_LIMIT = 1_048_576;
