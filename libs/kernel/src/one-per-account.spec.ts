import { DomainError } from './domain-error';
import { OnePerAccount } from './one-per-account';

describe('OnePerAccount', () => {
  const tasks = new OnePerAccount(() => new DomainError('rate_limit', 'in_progress', 'In progress'));

  it('rejects a second task of an account until the first one ends, also with an error', async () => {
    let fail!: (reason: Error) => void;
    const first = tasks.run('a', () => new Promise((_, reject) => (fail = reject)));
    const second = jest.fn();
    await expect(tasks.run('a', second)).rejects.toMatchObject({ code: 'in_progress' });
    expect(second).not.toHaveBeenCalled();
    expect(await tasks.run('b', async () => 'other')).toBe('other');
    fail(new Error('no'));
    await expect(first).rejects.toThrow('no');
    expect(await tasks.run('a', async () => 'next')).toBe('next');
  });
});
