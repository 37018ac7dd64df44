import { parse } from '@libs/kernel';
import { ARGUMENTS, type FeedbackTools } from '../src';

/** Wraps tools so that tests can pass plain arguments, which the rules validate first. */
export const called = (tools: FeedbackTools) => ({
  list: async (given: unknown) => tools.list(parse(ARGUMENTS.list, given)),
  get: (id: string) => tools.get(id),
  create: async (given: unknown) => tools.create(parse(ARGUMENTS.create, given)),
  update: async (given: unknown) => tools.update(parse(ARGUMENTS.update, given)),
  updateAll: async (updates: unknown) => tools.updateAll(parse(ARGUMENTS.updateAll, { updates })),
  delete: async (given: unknown) => tools.delete(parse(ARGUMENTS.delete, given)),
});
