import type { Confirmation, WaitingCard } from '@libs/feedback';
import { text } from '../http/html';
import { button, type Shown } from './person.button';

/**
 * Votes that wait, with a button for all of them, and one to discard each (votes.md 9).
 * @param more what else the button does
 */
export function votesPanel(
  shown: Shown,
  votes: readonly WaitingCard[],
  action: Confirmation,
  more = '',
): string {
  if (votes.length === 0) return '';
  const { follow } = shown.reader;
  const [heading, sentence] = follow.votes;
  const rows = votes.map(({ id, title }) => {
    const discard = button(shown, {
      fields: { do: 'discard', item: id },
      label: follow.discard,
      look: 'plainly',
    });
    return `<li><p class="title" dir="auto">${text(title)}</p>${discard}</li>`;
  });
  const confirm = button(shown, { fields: { do: action }, label: follow.confirmVotes });
  return `<section class="card panel"><h2>${text(heading)}</h2><p>${text(sentence)}</p><ul class="asked">${rows.join('')}</ul>${more && `<p>${text(more)}</p>`}${confirm}</section>`;
}
