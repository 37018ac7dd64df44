import { entryChangeRule } from '@libs/feedback';
import { parse } from '@libs/kernel';
import { ARGUMENTS, NEW_ENTRY, type FeedbackTools, type Part } from '../src';

/** Wraps tools so that tests can pass plain arguments, which the rules validate first. */
export const withParsedArguments = (tools: FeedbackTools) => ({
  list: async (input: unknown) => tools.list(parse(ARGUMENTS.list, input)),
  similarTo: (idOrTitle: string) => tools.similarTo(idOrTitle),
  get: (id: string, parts?: readonly Part[]) => tools.get(id, parts),
  changes: async (input: unknown) => tools.changes(parse(ARGUMENTS.changes, input)),
  stats: async (input: unknown) => tools.stats(parse(ARGUMENTS.stats, input)),
  create: async (input: unknown) => tools.create(parse(ARGUMENTS.create, input)),
  update: async (input: unknown) => tools.update(parse(ARGUMENTS.update, input)),
  updateAll: async (updates: unknown) => tools.updateAll(parse(ARGUMENTS.updateAll, { updates })),
  delete: async (input: unknown) => tools.delete(parse(ARGUMENTS.delete, input)),
  changelog: {
    list: async (input: unknown) => tools.changelog.list(parse(ARGUMENTS.entries, input)),
    get: (id: string) => tools.changelog.get(id),
    create: async (input: unknown) => tools.changelog.create(parse(NEW_ENTRY, input)),
    change: async (id: string, input: unknown) => tools.changelog.change(id, parse(entryChangeRule, input)),
    delete: (id: string) => tools.changelog.delete(id),
  },
});
