import type { Shortcut } from '../../../ui/shortcuts/shortcut-registry';
import { commandsOf, findCommands } from './commands';

const shortcut = (scope: string, description: string, more: Partial<Shortcut> = {}): Shortcut => ({
  keys: [],
  scope,
  description,
  run: () => {},
  ...more,
});

describe('commandsOf', () => {
  it('has the commands of the page before those of all pages', () => {
    const home = shortcut('All pages', 'Go to Inbox');
    const search = shortcut('Inbox', 'Search');
    expect(commandsOf([home, search], 'All pages')).toEqual([search, home]);
  });

  it('has commands with keys first', () => {
    const sort = shortcut('Inbox', 'Sort');
    const search = shortcut('Inbox', 'Search', { keys: ['/'] });
    expect(commandsOf([sort, search], 'All pages')).toEqual([search, sort]);
  });

  it('leaves out keys that a focused part handles itself', () => {
    expect(commandsOf([shortcut('Inbox', 'Open', { isNative: true })], 'All pages')).toEqual([]);
  });

  it('has one command of several with the same name: the one registered last', () => {
    const below = shortcut('Inbox', 'Close', { keys: ['escape'] });
    const above = shortcut('Inbox', 'Close');
    expect(commandsOf([below, above], 'All pages')).toEqual([above]);
  });
});

describe('findCommands', () => {
  const search = shortcut('Inbox', 'Search feedback');
  const create = shortcut('Inbox', 'New item');
  const settings = shortcut('All pages', 'Go to Réglages');
  const commands = [search, create, settings];

  it('groups all commands by scope without a query', () => {
    expect(findCommands(commands, ' ')).toEqual([
      { scope: 'Inbox', commands: [search, create] },
      { scope: 'All pages', commands: [settings] },
    ]);
  });

  it.each([
    ['FEED sea', [search]],
    ['inbox new', [create]],
    ['reglages', [settings]],
    ['nothing', []],
  ])('finds %j in any order of words, in any case, without accents', (query, expected) => {
    expect(findCommands(commands, query).flatMap((group) => group.commands)).toEqual(expected);
  });
});
