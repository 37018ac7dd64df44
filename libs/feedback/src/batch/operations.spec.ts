import { parse, SYSTEM } from '@libs/kernel';
import { InMemoryFeedbackRepository, idAt, CAN_NOTIFY, NO_STORAGE_LIMIT, operationsOf } from '../../testing';
import { DUPLICATES_MAX } from '../duplicates/merge';
import { storageLimitReached } from '../storage/storage-limit';
import { batchRule, linePath } from './batch';
import { FeedbackBatchUseCases } from './batch.use-cases';
import { asOperations, operationPath, operationsRule } from './operations';
import { plannedSteps } from './operations.plan';
import { aFeedback } from '../../testing';

const AT = '2026-03-03T10:09:00.000Z';

/** batch.md 5 */
describe('operationsRule', () => {
  const errors = (lines: unknown) => {
    const issues: Parameters<typeof operationsRule.read>[2] = [];
    operationsRule.read(lines, 'operations', issues);
    return issues.map(({ param, code }) => [param, code]);
  };

  it.each<[unknown, string, string]>([
    [5, '', 'invalid_type'],
    [{}, '.method', 'missing_required_field'],
    [{ method: null }, '.method', 'missing_required_field'],
    [{ method: 'put' }, '.method', 'invalid_value'],
    [{ method: 'create' }, '.title', 'missing_required_field'],
    [{ method: 'create', title: 'T', id: 'a' }, '.id', 'read_only_field'],
    [{ method: 'create', title: 'T', if_match: '1' }, '.if_match', 'unknown_field'],
    [{ method: 'update' }, '.id', 'missing_required_field'],
    [{ method: 'update', id: 'a', submitter_email: null }, '.submitter_email', 'read_only_field'],
    [{ method: 'update', id: 'a', tags: [], add_tags: [] }, '.add_tags', 'invalid_value'],
    [{ method: 'upsert', external_id: 'x' }, '.title', 'missing_required_field'],
    [{ method: 'upsert', title: 'T' }, '.external_id', 'missing_required_field'],
    [{ method: 'upsert', external_id: 'x', title: 'T', merged_into: 'a' }, '.merged_into', 'read_only_field'],
    [{ method: 'delete' }, '.id', 'missing_required_field'],
    [{ method: 'delete', id: 'a', external_id: 'x' }, '.external_id', 'invalid_value'],
    [{ method: 'delete', id: 'a', title: 'T' }, '.title', 'unknown_field'],
    [{ method: 'delete', id: 'a', if_match: 'W/1' }, '.if_match', 'invalid_value'],
  ])('rejects %j', (line, name, code) => {
    expect(errors([{ method: 'create', title: 'T' }, line])).toEqual([[`operations[1]${name}`, code]]);
  });

  it('rejects an ID or an external ID that names an item twice', () => {
    const lines = [
      { method: 'update', id: 'a', external_id: 'x' },
      { method: 'delete', id: 'A' },
      { method: 'create', title: 'T', external_id: 'x' },
      { method: 'upsert', title: 'T', external_id: 'x' },
      { method: 'delete', external_id: 'X' },
    ];
    expect(errors(lines)).toEqual([
      ['operations[1].id', 'invalid_value'],
      ['operations[3].external_id', 'invalid_value'],
    ]);
  });

  it('accepts 1 to 100 lines', () => {
    const lines = (count: number) => Array.from({ length: count }, () => ({ method: 'create', title: 'T' }));
    expect(errors([])).toEqual([['operations', 'empty_value']]);
    expect(errors(lines(100))).toEqual([]);
    expect(errors(lines(101))).toEqual([['operations', 'too_long']]);
  });

  it.each([
    ['3', [3], false],
    ['"3"', [3], false],
    ['3-1a2b3c4d', [3], false],
    ['"3-1a2b3c4d"', [3], false],
    ['"2", "3"', [2, 3], false],
    ['W/"3"', [], true],
    ['*', 'any', false],
  ])('reads if_match %j', (text, expected, isWeak) => {
    expect(parse(operationsRule, [{ method: 'delete', id: 'a', if_match: text }])).toEqual([
      { method: 'delete', id: 'a', if_match: { expected, isWeak } },
    ]);
  });
});

/** batch.md 1 */
it('asOperations keeps the place of updates with a precondition, and ignores those without', () => {
  const updatesOf = (...updates: object[]) => asOperations(parse(batchRule, { updates }).updates);
  expect(updatesOf({ id: 'a', title: 'T' })).toBeNull();
  const operations = updatesOf({ id: 'a', title: 'T' }, { id: 'b', if_match: '3' })!;
  expect(operations.pathOf(1)).toBe(linePath(1));
  expect(operations.operations.map(({ method }) => method)).toEqual(['update', 'update']);
});

/** batch.md 5 */
describe('plannedSteps', () => {
  const large = (more: object = {}) => aFeedback({ duplicate_count: DUPLICATES_MAX, ...more });
  const plan = (lines: readonly object[], ...stored: ReturnType<typeof large>[]) =>
    plannedSteps('acme', operationsOf(lines), stored);

  it('bounds the groups that lines change', () => {
    const [one, two, three] = [large(), large(), large()];
    const merged = aFeedback({ merged_into: one.id });
    const gone = (id: string) => ({ method: 'delete', id });
    const into = (id: string) => ({ method: 'update', id: merged.id, merged_into: id });
    const create = { method: 'create', title: 'T' };
    expect(plan([gone(one.id), gone(two.id)], one, two)).toHaveLength(2);
    expect(plan([into(two.id)], one, two, merged)).toHaveLength(1);
    const tooMany = (param: string) =>
      expect.objectContaining({
        code: 'merge_conflict',
        facts: { issues: [expect.objectContaining({ param })] },
      });
    expect(() => plan([create, gone(one.id), gone(two.id), gone(three.id)], one, two, three)).toThrow(
      tooMany('operations[1].id'),
    );
    expect(() => plan([into(two.id), create, gone(one.id)], one, two, merged)).toThrow(
      tooMany('operations[0].merged_into'),
    );
  });

  it('counts the duplicates that earlier lines merge into a group', () => {
    const [big, target, ...others] = [large(), aFeedback(), aFeedback(), aFeedback(), aFeedback()];
    const into = (id: string) => ({ method: 'update', id, merged_into: target.id });
    const create = { method: 'create', title: 'T' };
    const lines = [big, ...others].flatMap(({ id }) => [into(id), create]);
    expect(plan(lines.slice(0, 2), big, target, ...others)).toHaveLength(2);
    expect(() => plan(lines, big, target, ...others)).toThrow(
      expect.objectContaining({ code: 'merge_conflict' }),
    );
    const joined = lines.filter(({ method }) => method === 'update');
    expect(plan(joined, big, target, ...others)).toHaveLength(4);
  });

  it('bounds the requests that several runs count again', () => {
    const [asked, ...others] = [
      aFeedback({ request_count: 100_000 }),
      ...Array.from({ length: 6 }, () => aFeedback()),
    ];
    const lines = others.flatMap(({ id }) => [
      { method: 'update', id, merged_into: asked.id },
      { method: 'create', title: 'T' },
    ]);
    expect(plan(lines.slice(0, 8), asked, ...others)).toHaveLength(8);
    expect(() => plan(lines, asked, ...others)).toThrow(
      expect.objectContaining({
        code: 'merge_conflict',
        message: 'The items have more than 500000 requests together: use several requests',
      }),
    );
    const voted = aFeedback({ request_count: 900_000, duplicate_count: 20 });
    const remove = { method: 'delete', id: voted.id };
    expect(plan([remove], voted)).toHaveLength(1);
  });

  it('replaces the fields of an upsert, links too, but not the address', () => {
    const item = aFeedback({ external_id: 'x' });
    const links = [{ url: 'https://example.com' }];
    const line = {
      method: 'upsert',
      external_id: 'x',
      title: 'T',
      links,
      submitter_email: 'eve@example.com',
    };
    const [step] = plan([line], item);
    expect(step).toEqual({
      method: 'update',
      update: { id: item.id, title: 'T', links: [expect.objectContaining(links[0]!)] },
    });
  });
});

describe('FeedbackBatchUseCases', () => {
  /** storage.md 3 */
  it('applies a batch that only deletes items above the storage limit', async () => {
    const items = new InMemoryFeedbackRepository();
    const storage = {
      assertBelowStorageLimit: () => {
        throw storageLimitReached();
      },
    };
    const newId = () => idAt(AT);
    const useCases = (limit = NO_STORAGE_LIMIT) =>
      new FeedbackBatchUseCases(items, () => new Date(AT), newId, items.tags, limit, CAN_NOTIFY);
    const apply = (lines: object[], limit?: typeof storage) =>
      useCases(limit).applyAll(
        'acme',
        { operations: parse(operationsRule, lines), pathOf: operationPath },
        SYSTEM,
      );
    const [created] = await apply([{ method: 'create', title: 'T' }]);
    const remove = { method: 'delete', id: created!.id };
    await expect(apply([remove, { method: 'create', title: 'T' }], storage)).rejects.toMatchObject({
      code: 'storage_limit_reached',
    });
    expect(await apply([remove], storage)).toMatchObject([{ after: null }]);
  });
});
