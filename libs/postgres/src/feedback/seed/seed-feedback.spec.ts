import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { newFeedback, newFeedbackRule, STATUSES, type Feedback } from '@libs/feedback';
import { parse } from '@libs/kernel';
import { itemLists, testDataSource } from '../../../testing';
import { seedFeedback } from './seed-feedback';

describe('seedFeedback', () => {
  it('adds the given number of valid items to one account, spread over the past year', async () => {
    const dataSource = await testDataSource();
    const lists = itemLists(dataSource);
    const accountId = randomUUID();
    const bystander = randomUUID();
    const now = new Date('2026-03-03T10:00:00.000Z');
    const progress: number[] = [];
    await seedFeedback(dataSource, { accountId: bystander, count: 3, now });
    await seedFeedback(dataSource, {
      accountId,
      count: 1_001,
      now,
      onProgress: (done) => progress.push(done),
    });

    // Batches are small enough for the time limit of a statement on a busy machine.
    expect(progress).toEqual([1_000, 1_001]);
    expect(await lists.count(accountId)).toBe(1_001);
    expect(await lists.count(bystander)).toBe(3);

    const rows: Feedback[] = [];
    for (let offset = 0; offset < 1_001; offset += 100) {
      rows.push(...(await lists.list(accountId, { limit: 99, offset })));
    }
    expect(rows).toHaveLength(1_001);
    expect(rows.filter((row) => !isLegal(row, now))).toEqual([]);
    expect(Date.parse(rows[0]!.created_at)).toBeGreaterThan(now.getTime() - 86_400_000);
    expect(Date.parse(rows.at(-1)!.created_at)).toBeLessThan(now.getTime() - 364 * 86_400_000);
    const statuses = rows.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(STATUSES));
    expect(statuses.filter((status) => status === 'building')).toHaveLength(12);
    const ascii = rows.filter(({ title }) => /^[\x20-\x7e]+$/.test(title));
    expect(ascii.length).toBeGreaterThan(800);
    expect(ascii.length).toBeLessThan(1_001);
    expect(new Set(rows.map(({ title }) => title)).size).toBeGreaterThan(200);
  });
});

/** True if a submission and at most one update could have created the item. */
function isLegal(row: Feedback, now: Date): boolean {
  const {
    accountId,
    id,
    title,
    description,
    submitter_email: submitter_email,
    status,
    source,
    created_at,
  } = row;
  const expected = newFeedback(
    accountId,
    parse(newFeedbackRule, { title, description, submitter_email, status }),
    source,
    id,
    new Date(created_at),
  );
  return (
    isDeepStrictEqual(expected, { ...row, updated_at: created_at, version: 1 }) &&
    Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) === Date.parse(created_at) &&
    /^.{14}7.{4}[89ab]/.test(id) &&
    row.updated_at >= created_at &&
    row.updated_at <= now.toISOString()
  );
}
