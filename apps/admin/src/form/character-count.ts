import type { FormMessages } from '@libs/contract';
import { codePoints, trimmed } from '@libs/kernel';
import { shown, type Control } from './form-parts';

/** With this many characters left or fewer, screen readers announce the number when the visitor pauses. */
const ANNOUNCE_BELOW = 20;
const ANNOUNCE_DELAY_MS = 800;

/** Shows the length of a field's text, in code points like on the server. */
export function showCharacterCount(control: Control, messages: FormMessages): void {
  const max = Number(control.dataset['max']);
  const count = document.createElement('span');
  const announcement = document.createElement('span');
  count.className = 'count';
  count.dir = 'ltr';
  count.setAttribute('aria-hidden', 'true');
  announcement.className = 'extra';
  announcement.setAttribute('role', 'status');
  control.parentElement!.querySelector('.row')!.append(count, announcement);
  let timer: ReturnType<typeof setTimeout>;

  const update = () => {
    const used = codePoints(trimmed(control.value));
    count.textContent = `${shown(used)} / ${shown(max)}`;
    count.classList.toggle('over', used > max);
    clearTimeout(timer);
    timer = setTimeout(
      () => (announcement.textContent = announcementText(max - used, messages)),
      ANNOUNCE_DELAY_MS,
    );
  };
  control.addEventListener('input', update);
  update();
}

function announcementText(remaining: number, messages: FormMessages): string {
  if (remaining > ANNOUNCE_BELOW) return '';
  const message = remaining < 0 ? messages.over : messages.left;
  return message.replace('{n}', shown(Math.abs(remaining)));
}
