import { feedbackJson, isFoundItself, matches, type Feedback, type FeedbackFilter } from '../../src';

/** What filters test and no field of the item has. */
interface Lookups {
  readonly importIdOf?: (id: string) => string | undefined;
  readonly isAskedBy?: (item: Feedback, email: string) => boolean;
}

/** The items that match a filter, by the rule with which statements must agree. */
export function matching(
  all: readonly Feedback[],
  filter: FeedbackFilter,
  { importIdOf = () => undefined, isAskedBy = isSentBy }: Lookups = {},
): readonly Feedback[] {
  const { requested_by: email } = filter;
  const items = all.map((item) => ({ item, json: feedbackJson(item) }));
  const targetsOf = (found: typeof items) => new Set(found.map(({ item }) => item.merged_into));
  const found = targetsOf(items.filter(({ json }) => isFoundItself(json, filter)));
  const asked = items.filter(({ item }) => email !== undefined && isAskedBy(item, email));
  const askedFor = new Set(asked.map(({ item }) => item.id));
  if (filter.merged === undefined) for (const target of targetsOf(asked)) if (target) askedFor.add(target);
  const more = (id: string) => ({
    importId: importIdOf(id),
    isFoundByDuplicate: found.has(id),
    isRequested: askedFor.has(id),
  });
  return items.filter(({ json }) => matches(json, filter, more(json.id))).map(({ item }) => item);
}

const isSentBy = ({ submitter_email: sender }: Feedback, email: string) =>
  sender?.toLowerCase() === email.toLowerCase();
