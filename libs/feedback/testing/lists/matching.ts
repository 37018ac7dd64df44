import { feedbackJson, isFoundItself, matches, type Feedback, type FeedbackFilter } from '../../src';

/** The items that match a filter, by the rule with which statements must agree. */
export function matching(
  all: readonly Feedback[],
  filter: FeedbackFilter,
  importIdOf: (id: string) => string | undefined = () => undefined,
): readonly Feedback[] {
  const items = all.map((item) => ({ item, json: feedbackJson(item) }));
  const found = items.filter(({ json }) => isFoundItself(json, filter));
  const targets = new Set(found.map(({ item }) => item.merged_into));
  const more = (id: string) => ({ importId: importIdOf(id), isFoundByDuplicate: targets.has(id) });
  return items.filter(({ json }) => matches(json, filter, more(json.id))).map(({ item }) => item);
}
