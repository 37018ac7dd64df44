import { eventIdOf } from './event';

/** events.md 1 */
it('An event ID is evt_ and the digits of a UUID', () => {
  expect(eventIdOf('0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f')).toBe('evt_0198c0de7a1b7c3d8e9f0a1b2c3d4e5f');
});
