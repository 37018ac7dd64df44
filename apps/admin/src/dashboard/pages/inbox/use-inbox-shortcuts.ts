import { STATUSES } from '@libs/feedback';
import { t } from '../../../messages';
import { useNativeKey, useShortcut } from '../../../ui/shortcuts/shortcuts';
import type { Inbox } from './use-inbox';

const words = t.inbox.shortcuts;
const SCOPE = { scope: t.inbox.title };

interface Places {
  focusList(): void;
  focusSearch(): void;
  create(): void;
}

/** Everything the inbox can do, by key. Keys of the list itself (arrows, Enter, space) are the list's. */
export function useInboxShortcuts(inbox: Inbox, { focusList, focusSearch, create }: Places): void {
  const then = (run: () => void) => () => (run(), focusList());
  useShortcut(
    'j',
    words.next,
    then(() => inbox.step(1)),
    SCOPE,
  );
  useShortcut(
    'k',
    words.previous,
    then(() => inbox.step(-1)),
    SCOPE,
  );
  useNativeKey('enter', words.open, SCOPE.scope);
  useShortcut(
    'shift+j',
    words.extendDown,
    then(() => inbox.extendBy(1)),
    SCOPE,
  );
  useShortcut(
    'shift+k',
    words.extendUp,
    then(() => inbox.extendBy(-1)),
    SCOPE,
  );
  useShortcut(
    'x',
    words.select,
    then(() => inbox.cursor !== null && inbox.toggle(inbox.cursor)),
    SCOPE,
  );
  const [first, second, third, fourth, fifth] = STATUSES;
  useShortcut('1', words.status(t.ui.statuses[first]), () => inbox.setStatus(first), SCOPE);
  useShortcut('2', words.status(t.ui.statuses[second]), () => inbox.setStatus(second), SCOPE);
  useShortcut('3', words.status(t.ui.statuses[third]), () => inbox.setStatus(third), SCOPE);
  useShortcut('4', words.status(t.ui.statuses[fourth]), () => inbox.setStatus(fourth), SCOPE);
  useShortcut('5', words.status(t.ui.statuses[fifth]), () => inbox.setStatus(fifth), SCOPE);
  useShortcut(
    ['#', 'delete'],
    words.remove,
    then(() => inbox.remove()),
    SCOPE,
  );
  useShortcut('/', words.search, focusSearch, SCOPE);
  useShortcut('c', words.create, create, SCOPE);
  useShortcut(
    'escape',
    words.close,
    then(() => (inbox.state.item === null ? inbox.clear() : inbox.close())),
    SCOPE,
  );
}
