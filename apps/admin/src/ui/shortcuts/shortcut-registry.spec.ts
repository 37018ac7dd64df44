import { pressedKeys, ShortcutRegistry, type KeyPress, type Shortcut } from './shortcut-registry';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const shortcut = (keys: string[], more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  description: keys.join(),
  scope: 'Everywhere',
  run: () => {},
  ...more,
});

describe('pressedKeys', () => {
  const cases: [string, Partial<KeyPress>, string | null][] = [
    ['j', {}, 'j'],
    ['J', { shiftKey: true }, 'shift+j'],
    ['J', {}, 'j'],
    ['?', { shiftKey: true }, '?'],
    ['Enter', { ctrlKey: true }, 'mod+enter'],
    ['Enter', { metaKey: true }, 'mod+enter'],
    ['ArrowDown', { shiftKey: true }, 'shift+arrowdown'],
    [' ', {}, 'space'],
    ['Shift', { shiftKey: true }, null],
    ['ö', { altKey: true }, null],
  ];
  it.each(cases)('for %j with %j is %j', (key, more, expected) =>
    expect(pressedKeys(press(key, more))).toBe(expected),
  );
});

describe('ShortcutRegistry', () => {
  let registry: ShortcutRegistry;
  beforeEach(() => (registry = new ShortcutRegistry()));

  it('finds a shortcut until it is unregistered', () => {
    const j = shortcut(['j', 'arrowdown']);
    const unregister = registry.register(j);
    expect(registry.match(press('j'), 0)).toBe(j);
    expect(registry.match(press('ArrowDown'), 0)).toBe(j);
    unregister();
    expect(registry.match(press('j'), 0)).toBeNull();
  });

  it('waits a limited time for the second of two keys', () => {
    const go = shortcut(['g i']);
    registry.register(go);
    expect(registry.match(press('g'), 0)).toBeNull();
    expect(registry.match(press('i'), 1_000)).toBe(go);
    expect(registry.match(press('i'), 1_100)).toBeNull();
    expect(registry.match(press('g'), 2_000)).toBeNull();
    expect(registry.match(press('i'), 3_500)).toBeNull();
  });

  it('prefers a two-key sequence to its second key alone', () => {
    const go = shortcut(['g b']);
    const alone = shortcut(['b']);
    registry.register(go);
    registry.register(alone);
    registry.match(press('g'), 0);
    expect(registry.match(press('b'), 10)).toBe(go);
    expect(registry.match(press('b'), 20)).toBe(alone);
  });

  it('prefers the last registered shortcut that passes the filter', () => {
    const below = shortcut(['escape'], { always: true });
    const above = shortcut(['escape']);
    registry.register(below);
    registry.register(above);
    expect(registry.match(press('Escape'), 0)).toBe(above);
    expect(registry.match(press('Escape'), 0, ({ always }) => always === true)).toBe(below);
  });

  it('notifies listeners, with a new list for each change only', () => {
    const seen: unknown[] = [];
    const stop = registry.subscribe(() => seen.push(registry.all()));
    const unregister = registry.register(shortcut(['j']));
    expect(seen).toEqual([registry.all()]);
    expect(registry.all()).toBe(registry.all());
    stop();
    unregister();
    expect(seen).toHaveLength(1);
  });
});
