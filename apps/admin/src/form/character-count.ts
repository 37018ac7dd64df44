import type { FormMessages } from '@libs/contract';
import { codePoints, trimmed } from '@libs/kernel';
import type { Control } from './form-parts';

/** From here on a screen reader hears how much room is left, whenever the writing pauses. */
const NEAR = 20;
const PAUSE_MS = 800;

/** How long a field's text is, in code points as the server counts them. */
export function countCharacters(control: Control, words: FormMessages): void {
  const max = Number(control.dataset['max']);
  const count = document.createElement('span');
  const spoken = document.createElement('span');
  count.className = 'count';
  count.setAttribute('aria-hidden', 'true');
  spoken.className = 'extra';
  spoken.setAttribute('role', 'status');
  control.parentElement!.querySelector('.row')!.append(count, spoken);
  let pause: ReturnType<typeof setTimeout>;

  const update = () => {
    const used = codePoints(trimmed(control.value));
    count.textContent = `${used} / ${max}`;
    count.classList.toggle('over', used > max);
    clearTimeout(pause);
    pause = setTimeout(() => (spoken.textContent = spokenFor(max - used, words)), PAUSE_MS);
  };
  control.addEventListener('input', update);
  update();
}

function spokenFor(left: number, words: FormMessages): string {
  if (left > NEAR) return '';
  return (left < 0 ? words.over : words.left).replace('{n}', String(Math.abs(left)));
}
