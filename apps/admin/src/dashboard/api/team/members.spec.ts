import { QueryClient } from '@tanstack/react-query';
import { memberLookup } from './members';

/** team.md 3 */
it('a member who is not in the loaded list is looked up once', async () => {
  const people = [{ id: 'ada', name: 'Ada' }];
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json({ data: people, former: [] })));
  const client = new QueryClient();
  const nameOf = (id: string) => client.fetchQuery(memberLookup(id));
  expect(await nameOf('ben')).toBeNull();
  people.push({ id: 'ben', name: 'Ben' }, { id: 'cem', name: 'Cem' });
  expect(await nameOf('cem')).toBe('Cem');
  expect(await nameOf('ben')).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(2);
  fetched.mockRestore();
});
