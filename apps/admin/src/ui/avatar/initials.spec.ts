import { initialsOf } from './initials';

describe('initialsOf', () => {
  it('takes the first and the last word', () => {
    expect(initialsOf('Ada Lovelace')).toBe('AL');
    expect(initialsOf('Johann Wolfgang von Goethe')).toBe('JG');
    expect(initialsOf('grace.hopper')).toBe('GH');
  });

  it('takes one letter of one word', () => {
    expect(initialsOf('ada')).toBe('A');
    expect(initialsOf('李')).toBe('李');
  });

  it('skips characters that are no letters', () => {
    expect(initialsOf('(Ada) "Lovelace"')).toBe('AL');
    expect(initialsOf('😀')).toBe('?');
    expect(initialsOf('')).toBe('?');
  });
});
