import { MAX_LAG_MS, Marks } from './marks';
import { containedIn } from './replica';

const SYSTEM = '7300000000000000001';
const STATE = { system: SYSTEM, isStandby: true, position: 100, missing: [] };
const MARK = { position: 90, lastEvent: 5, at: 0 };

describe('containedIn', () => {
  const marks = new Marks();
  marks.add(MARK);

  it('returns the newest mark that the server contains', () => {
    expect(containedIn(STATE, SYSTEM, 90, marks)).toEqual(MARK);
  });

  it('accepts a server if the role can read the system identifier of neither', () => {
    expect(containedIn({ ...STATE, system: null }, null, 0, marks)).toEqual(MARK);
  });

  it.each([
    ['is not in recovery', { isStandby: false }, 'it is not in recovery, so it is not a replica'],
    ['follows another primary', { system: '7300000000000000002' }, 'it is not a replica of DATABASE_URL'],
    ['lacks a migration', { missing: ['Feedback1'] }, 'it lacks migrations: Feedback1'],
  ])('rejects a server that %s', (_, state, message) => {
    expect(() => containedIn({ ...STATE, ...state }, SYSTEM, 0, marks)).toThrow(message);
  });

  it.each([89, null])('knows nothing yet about a server at position %j', (position) => {
    expect(containedIn({ ...STATE, position }, SYSTEM, 0, marks)).toBeNull();
  });

  it.each([89, null])('rejects a server at position %j that stays behind all marks', (position) => {
    const older = new Marks();
    older.add(MARK);
    older.add({ ...MARK, at: MAX_LAG_MS });
    expect(() => containedIn({ ...STATE, position }, SYSTEM, 0, older)).toThrow('it is too far behind');
  });

  it('does not use a server that lacks a position that a read has relied on', () => {
    expect(containedIn(STATE, SYSTEM, 101, marks)).toBeNull();
  });
});
