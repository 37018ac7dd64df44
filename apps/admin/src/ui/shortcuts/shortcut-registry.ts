import { Store } from '../store';

/** One key or a sequence: `j`, `?`, `shift+j`, `mod+enter`, `g i`. `mod` is Ctrl, or Command on a Mac. */
export type Keys = string;

export interface Shortcut {
  /** Alternatives; the help sheet shows all of them. Empty if only the command palette has the action. */
  readonly keys: readonly Keys[];
  readonly description: string;
  /** Heading in the help sheet and the command palette. */
  readonly scope: string;
  readonly run: () => void;
  /** Also works behind an open dialog and while typing. */
  readonly always?: boolean;
  /** Only listed in the help sheet: the focused element handles the key. */
  readonly isNative?: boolean;
}

/** The part of a keyboard event that matters. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Maximum time between the two keys of a sequence. */
const SEQUENCE_TIMEOUT_MS = 1_200;
const KEY_NAMES: Readonly<Record<string, string>> = { ' ': 'space', esc: 'escape', del: 'delete' };

/** The key press in the notation of `Keys`; null if it belongs to the browser or the system. */
export function pressedKeys({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey || /^(Shift|Control|Meta|Alt|AltGraph|CapsLock|Dead|Unidentified)$/.test(key)) return null;
  const name = KEY_NAMES[key.toLowerCase()] ?? key.toLowerCase();
  // A character such as `?` implies Shift; letters and named keys don't.
  const isShifted = shiftKey && (name.length > 1 || /\p{Letter}/u.test(name));
  return `${ctrlKey || metaKey ? 'mod+' : ''}${isShifted ? 'shift+' : ''}${name}`;
}

/** The active shortcuts. The last one registered wins, so that dialogs take precedence over the page. */
export class ShortcutRegistry {
  private readonly shortcuts = new Store<readonly Shortcut[]>([]);
  private previous: { readonly key: string; readonly at: number } | null = null;

  register(shortcut: Shortcut): () => void {
    this.shortcuts.set([...this.all(), shortcut]);
    return () => this.shortcuts.set(this.all().filter((other) => other !== shortcut));
  }

  all = this.shortcuts.get;
  subscribe = this.shortcuts.subscribe;

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
      this.all().findLast(
        (shortcut) => shortcut.keys.includes(keys) && !shortcut.isNative && filter(shortcut, keys),
      ) ?? null;
    const shortcut = (previous && find(previous + key)) || find(key);
    this.previous = shortcut ? null : { key, at: now };
    return shortcut;
  }
}
