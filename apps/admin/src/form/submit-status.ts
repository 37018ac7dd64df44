import type { FormParts } from './form-parts';

/** The submit button and the status message next to it. */
export interface SubmitStatus {
  /** True if the button works. It always stays focusable. */
  isIdle(): boolean;
  busy(): void;
  clear(): void;
  /** @param canRetry true if a retry can succeed */
  failed(message: string, canRetry: boolean): void;
  wait(seconds: number): void;
}

export function createSubmitStatus({ button, status, messages }: FormParts): SubmitStatus {
  let idle = true;
  const set = (isIdle: boolean, label: string, isError: boolean, ...message: (string | Node)[]) => {
    idle = isIdle;
    if (isIdle) button.removeAttribute('aria-disabled');
    else button.setAttribute('aria-disabled', 'true');
    button.textContent = label;
    status.classList.toggle('bad', isError);
    status.replaceChildren(...message);
  };
  return {
    isIdle: () => idle,
    clear: () => idle && set(true, messages.send, false),
    busy: () => set(false, messages.sending, false),
    failed: (message, canRetry) => set(true, canRetry ? messages.retry : messages.send, true, message),
    wait(seconds) {
      const end = Date.now() + seconds * 1000;
      const countdown = document.createElement('span');
      // Not announced, because a number that changes every second would interrupt screen readers.
      countdown.setAttribute('aria-live', 'off');
      const [before = '', after = ''] = messages.rateLimit.split('{time}');
      set(false, messages.retry, true, before, countdown, after);
      const tick = () => {
        const remaining = Math.ceil((end - Date.now()) / 1000);
        countdown.textContent = formatCountdown(Math.max(0, remaining));
        if (remaining > 0) return;
        clearInterval(timer);
        set(true, messages.retry, false, messages.ready);
      };
      const timer = setInterval(tick, 1000);
      tick();
    },
  };
}

const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
