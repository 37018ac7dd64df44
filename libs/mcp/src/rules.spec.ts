import { parse, type Rule } from '@libs/kernel';
import { ARGUMENTS } from './rules';

/** mcp.md 4 */
describe('null', () => {
  const REQUIRED: Readonly<Record<keyof typeof ARGUMENTS, object>> = {
    list: {},
    get: { id: 'x' },
    changes: { since: '2026-03-03T00:00:00.000Z' },
    stats: { metric: 'created' },
    create: { title: 'x' },
    update: { id: 'x' },
    updateAll: { updates: [{ id: 'x', status: 'new' }] },
    delete: { id: 'x' },
    entries: {},
    writeEntry: {},
  };

  it.each(Object.entries(REQUIRED))('counts as absent for optional arguments: %s', (tool, required) => {
    const rule = ARGUMENTS[tool as keyof typeof ARGUMENTS];
    const names = Object.keys(rule.fields).filter(
      (name) => !['description', 'merged_into'].includes(name) && !(name in required),
    );
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const values = parse<object>(rule as Rule<object>, { ...nulls, ...required });
    // A new item without an email address has null.
    expect(values).toEqual(tool === 'create' ? { ...required, submitter_email: null } : required);
  });

  it('unmerges in an update', () => {
    expect(parse(ARGUMENTS.update, { id: 'x', merged_into: null })).toEqual({ id: 'x', merged_into: null });
  });

  it('removes the description in an update', () => {
    const change = { id: 'x', title: null, description: null, status: null };
    expect(parse(ARGUMENTS.update, change)).toEqual({ id: 'x', description: null });
    expect(parse(ARGUMENTS.updateAll, { updates: [change] })).toEqual({
      updates: [{ id: 'x', description: null }],
    });
  });
});
