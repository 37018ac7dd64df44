import { MAX_LAG_MS, Marks } from './marks';
import { containedIn } from './replica';

const PRIMARY = { system: '7300000000000000001', database: '16384' };
const STATE = { ...PRIMARY, isStandby: true, position: 100, missing: [] };
const MARK = { position: 90, lastEvent: 5, at: 0 };

describe('containedIn', () => {
  const marks = new Marks();
  marks.add(MARK);

  it('returns the newest mark that the server contains', () => {
    expect(containedIn(STATE, PRIMARY, 90, marks)).toEqual(MARK);
  });

  it('accepts a server if the role can read the system identifier of neither', () => {
    expect(containedIn({ ...STATE, system: null }, { ...PRIMARY, system: null }, 0, marks)).toEqual(MARK);
  });

  it.each([
    ['is not in recovery', { isStandby: false }, 'it is not in recovery, so it is not a replica'],
    ['follows another primary', { system: '7300000000000000002' }, 'it is not a replica of DATABASE_URL'],
    ['has another database', { database: '16385' }, 'it is another database than that of DATABASE_URL'],
    ['lacks a migration', { missing: ['Feedback1'] }, 'it lacks migrations: Feedback1'],
  ])('rejects a server that %s', (_, state, message) => {
    expect(() => containedIn({ ...STATE, ...state }, PRIMARY, 0, marks)).toThrow(message);
  });

  it.each([89, null])('knows nothing yet about a server at position %j', (position) => {
    expect(containedIn({ ...STATE, position }, PRIMARY, 0, marks)).toBeNull();
  });

  it.each([89, null])('rejects a server at position %j that stays behind all marks', (position) => {
    const older = new Marks();
    older.add(MARK);
    older.add({ ...MARK, at: MAX_LAG_MS });
    expect(() => containedIn({ ...STATE, position }, PRIMARY, 0, older)).toThrow('it is too far behind');
  });

  it('does not use a server that lacks a position that a read has relied on', () => {
    expect(containedIn(STATE, PRIMARY, 101, marks)).toBeNull();
  });
});
