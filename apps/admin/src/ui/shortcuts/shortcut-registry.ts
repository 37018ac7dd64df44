/** A key or keys one after the other: `j`, `?`, `shift+j`, `mod+enter`, `g i`. `mod` is Ctrl, on a Mac Command. */
export type Keys = string;

export interface Shortcut {
  /** Each does the same; the help sheet shows them all. */
  readonly keys: readonly Keys[];
  readonly description: string;
  /** The heading it stands under in the help sheet. */
  readonly scope: string;
  readonly run: (event: KeyboardEvent) => void;
  /** Works behind an open dialog and while somebody types, too. */
  readonly always?: boolean;
  /** Only told of: what has the focus does it by itself. */
  readonly isNative?: boolean;
}

/** What a key press looks like from here. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** How long the second key of two may take. */
const SEQUENCE_TIMEOUT_MS = 1_200;
const KEY_NAMES: Readonly<Record<string, string>> = { ' ': 'space', esc: 'escape', del: 'delete' };

/** The press as it is written in `Keys`; null for what is the browser's or the system's. */
export function pressedKeys({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey || /^(Shift|Control|Meta|Alt|AltGraph|CapsLock|Dead|Unidentified)$/.test(key)) return null;
  const name = KEY_NAMES[key.toLowerCase()] ?? key.toLowerCase();
  // Shift is already in a character like `?`; of letters and named keys it makes others.
  const isShifted = shiftKey && (name.length > 1 || /\p{Letter}/u.test(name));
  return `${ctrlKey || metaKey ? 'mod+' : ''}${isShifted ? 'shift+' : ''}${name}`;
}

/** The shortcuts in force. The one registered last wins, so that what lies on top comes first. */
export class ShortcutRegistry {
  private shortcuts: readonly Shortcut[] = [];
  private readonly listeners = new Set<() => void>();
  private previous: { readonly key: string; readonly at: number } | null = null;

  register(shortcut: Shortcut): () => void {
    this.setShortcuts([...this.shortcuts, shortcut]);
    return () => this.setShortcuts(this.shortcuts.filter((other) => other !== shortcut));
  }

  all = (): readonly Shortcut[] => this.shortcuts;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The shortcut that this press completes; null also after the first key of two. */
  match(
    press: KeyPress,
    now: number,
    filter: (shortcut: Shortcut, keys: Keys) => boolean = () => true,
  ): Shortcut | null {
    const key = pressedKeys(press);
    if (key === null) return null;
    const previous =
      this.previous && now - this.previous.at < SEQUENCE_TIMEOUT_MS ? `${this.previous.key} ` : '';
    const find = (keys: Keys) =>
      this.shortcuts.findLast(
        (shortcut) => shortcut.keys.includes(keys) && !shortcut.isNative && filter(shortcut, keys),
      ) ?? null;
    const shortcut = (previous && find(previous + key)) || find(key);
    this.previous = shortcut ? null : { key, at: now };
    return shortcut;
  }

  private setShortcuts(shortcuts: readonly Shortcut[]): void {
    this.shortcuts = shortcuts;
    this.listeners.forEach((listener) => listener());
  }
}
