import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../ui/shortcuts/is-typing';
import { pressedKeys } from '../ui/shortcuts/shortcut-registry';

/**
 * Runs the handler when the keys are pressed, once while they are held. Ignores single keys while the user types or if
 * single-key shortcuts are turned off in the dashboard (WCAG 2.1.4). This page only reads that setting.
 */
export function useKeyBinding(keys: string, handler: () => void): void {
  const run = useEffectEvent(handler);
  useEffect(() => {
    const isSingle = !keys.startsWith('mod+');
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || pressedKeys(event) !== keys) return;
      if (isSingle && (isTyping(event.target) || !areSingleKeysEnabled())) return;
      event.preventDefault();
      if (!event.repeat) run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [keys]);
}

function areSingleKeysEnabled(): boolean {
  try {
    return localStorage.getItem('single-keys') !== 'false';
  } catch {
    return true;
  }
}
