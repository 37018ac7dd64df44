import { QueryClient } from '@tanstack/react-query';
import { memberLookup } from './member-names';

/** team.md 3 */
it('members who are not in the loaded list are looked up once', async () => {
  const people = [{ id: 'ada', name: 'Ada' }];
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json({ data: people, former: [] })));
  const client = new QueryClient();
  const missing = (...ids: string[]) => client.fetchQuery(memberLookup(ids));
  expect(await missing('ben')).toEqual(['ben']);
  people.push({ id: 'cem', name: 'Cem' });
  expect(await missing('ben', 'cem')).toEqual(['ben']);
  expect(await missing('ben')).toEqual(['ben']);
  expect(fetched).toHaveBeenCalledTimes(2);
  fetched.mockRestore();
});
