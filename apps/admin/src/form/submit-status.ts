import type { FormParts } from './form-parts';

/** What stands beside the button: what is going on, what went wrong, when to try again. */
export interface Status {
  /** Whether the button may be used; it stays focusable all the while. */
  isIdle(): boolean;
  busy(): void;
  clear(): void;
  /** @param again whether the same may be tried once more */
  failed(message: string, again: boolean): void;
  wait(seconds: number): void;
}

export function startStatus({ button, status, words }: FormParts): Status {
  let idle = true;
  const set = (isIdle: boolean, label: string, isBad: boolean, ...message: (string | Node)[]) => {
    idle = isIdle;
    if (isIdle) button.removeAttribute('aria-disabled');
    else button.setAttribute('aria-disabled', 'true');
    button.textContent = label;
    status.classList.toggle('bad', isBad);
    status.replaceChildren(...message);
  };
  return {
    isIdle: () => idle,
    clear: () => idle && set(true, words.send, false),
    busy: () => set(false, words.sending, false),
    failed: (message, again) => set(true, again ? words.retry : words.send, true, message),
    wait(seconds) {
      const end = Date.now() + seconds * 1000;
      const clock = document.createElement('span');
      // Said once; a number that changes every second would never let a screen reader finish.
      clock.setAttribute('aria-live', 'off');
      set(false, words.retry, true, `${words.rateLimit} `, clock);
      const tick = () => {
        const left = Math.ceil((end - Date.now()) / 1000);
        clock.textContent = clockOf(Math.max(0, left));
        if (left > 0) return;
        clearInterval(timer);
        set(true, words.retry, false, words.ready);
      };
      const timer = setInterval(tick, 1000);
      tick();
    },
  };
}

const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
