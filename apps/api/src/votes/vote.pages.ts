import type { Account } from '@libs/accounts';
import type { ShownCard } from '@libs/feedback';
import { text } from '../http/html';
import type { Reader } from '../languages/reader';
import { accountMark, framePage } from '../visitor-pages/frame';

interface VotePage {
  readonly account: Pick<Account, 'name' | 'form'>;
  readonly card: Pick<ShownCard, 'id' | 'title'>;
}

/** The page after a vote, whether it was the first one of the network or not (votes.md 1). */
export function votedPage(shown: VotePage, reader: Reader): string {
  const { pages, query } = reader;
  const withdraw = `<form method="post" action="votes/withdrawal${query}"><button>${pages.withdraw}</button></form>`;
  return votePage(shown, pages.voted, withdraw, reader);
}

/** The page after a vote was taken back. */
export const withdrawnPage = (shown: VotePage, reader: Reader): string =>
  votePage(shown, reader.pages.withdrawn, '', reader);

/** The page after a vote with an address, the same for every address (votes.md 9). */
export const checkMailPage = (shown: VotePage, reader: Reader): string =>
  votePage(shown, [reader.follow.linkSent[0], reader.pages.checkMail], '', reader);

function votePage(
  { account, card }: VotePage,
  [heading, sentence]: readonly [string, string],
  action: string,
  reader: Reader,
): string {
  return framePage({
    title: `${heading} · ${account.name}`,
    reader,
    accent: account.form.accent,
    kind: 'plain',
    body: `<div class="who">${accountMark(account, true)}</div>
<h1>${text(heading)}</h1>
<p class="words">${text(sentence)}</p>
<p><a href="../${card.id}${reader.query}" dir="auto">${text(card.title)}</a></p>
${action}`,
  });
}
