import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './is-typing';
import { ShortcutRegistry, type Keys, type Shortcut } from './shortcut-registry';

export const shortcuts = new ShortcutRegistry();

interface ShortcutOptions {
  /** The heading in the help sheet and the command palette: the name of the page or part. */
  readonly scope: string;
  readonly enabled?: boolean;
  /** Also works behind an open dialog and while typing. */
  readonly always?: boolean;
}

/** Registers a shortcut while the component is mounted. */
export function useShortcut(
  keys: Keys | readonly Keys[],
  description: string,
  handler: () => void,
  { scope, enabled = true, always = false }: ShortcutOptions,
): void {
  const run = useEffectEvent(handler);
  const list = [keys].flat().join('\n');
  useEffect(() => {
    if (!enabled) return;
    return shortcuts.register({
      keys: list.split('\n'),
      description,
      scope,
      always,
      run: () => run(),
    });
  }, [list, description, scope, always, enabled]);
}

/** Adds actions without keys to the command palette, by their descriptions. */
export function useCommands(scope: string, commands: Readonly<Record<string, () => void>>): void {
  const run = useEffectEvent((description: string) => commands[description]?.());
  const list = Object.keys(commands).join('\n');
  useEffect(() => {
    const unregister = list
      .split('\n')
      .map((description) =>
        shortcuts.register({ keys: [], description, scope, run: () => run(description) }),
      );
    return () => unregister.forEach((each) => each());
  }, [list, scope]);
}

/** Lists a key in the help sheet that the focused part handles itself. */
export function useNativeShortcut(keys: Keys, description: string, scope: string): void {
  useEffect(
    () => shortcuts.register({ keys: [keys], description, scope, isNative: true, run: () => {} }),
    [keys, description, scope],
  );
}

/** Whether single-key shortcuts are enabled. Speech input can trigger them by accident (WCAG 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({ key: 'single-keys', defaultValue: true, getInitialValueInEffect: false });
}

/** Handles key presses. Use it once, in the shell. */
export function useShortcutListener(): void {
  const [singleKeys] = useSingleKeys();
  useEffect(() => {
    let isBusy = false;
    // Before anything else handles the key: one that closes a menu is not a shortcut of the page behind it.
    const handleFirst = ({ target }: KeyboardEvent) => {
      isBusy = isTyping(target) || isInPopover(target) || isDialogOpen();
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const shortcut = shortcuts.match(event, event.timeStamp, (shortcut, keys) =>
        isEnabled(shortcut, keys, isBusy, singleKeys),
      );
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    window.addEventListener('keydown', handleFirst, { capture: true });
    window.addEventListener('keydown', handleKeyDown);
    return () => {
      window.removeEventListener('keydown', handleFirst, { capture: true });
      window.removeEventListener('keydown', handleKeyDown);
    };
  }, [singleKeys]);
}

function isEnabled(shortcut: Shortcut, keys: Keys, isBusy: boolean, singleKeys: boolean): boolean {
  if (isBusy && !shortcut.always) return false;
  return singleKeys || keys.startsWith('mod+') || keys === 'escape';
}

const isInPopover = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

export const isDialogOpen = (): boolean => document.querySelector('[aria-modal=true], [role=menu]') !== null;
