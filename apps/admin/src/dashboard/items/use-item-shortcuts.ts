import { STATUSES, type Status } from '@libs/feedback';
import { t } from '../../messages';
import { useShortcut } from '../../ui/shortcuts/shortcuts';
import { useOffersMessages } from '../api/session';

const texts = t.inbox.shortcuts;

export interface ItemShortcuts {
  /** Without it, items can be read only. */
  readonly mayChange: boolean;
  readonly setStatus: (status: Status) => void;
  readonly assign: () => void;
  readonly tag: () => void;
  readonly merge: () => void;
  readonly publish: () => void;
  readonly tell: () => void;
  readonly remove: () => void;
  readonly create: () => void;
  readonly focusSearch: () => void;
}

/** Registers the shortcuts of a page with items. */
export function useItemShortcuts(scope: string, { mayChange, setStatus, ...run }: ItemShortcuts): void {
  const change = { scope, enabled: mayChange };
  const [first, second, third, fourth, fifth] = STATUSES;
  useShortcut('1', texts.status(t.ui.statuses[first]), () => setStatus(first), change);
  useShortcut('2', texts.status(t.ui.statuses[second]), () => setStatus(second), change);
  useShortcut('3', texts.status(t.ui.statuses[third]), () => setStatus(third), change);
  useShortcut('4', texts.status(t.ui.statuses[fourth]), () => setStatus(fourth), change);
  useShortcut('5', texts.status(t.ui.statuses[fifth]), () => setStatus(fifth), change);
  useShortcut(['#', 'delete'], texts.remove, run.remove, change);
  useShortcut('a', t.assignee.shortcut, run.assign, change);
  useShortcut('t', t.tags.shortcut, run.tag, change);
  useShortcut('m', t.duplicates.shortcut, run.merge, change);
  useShortcut('p', t.publicCard.shortcut, run.publish, change);
  const isOffered = useOffersMessages();
  useShortcut('s', t.items.tellShortcut, run.tell, { scope, enabled: mayChange && isOffered });
  useShortcut('/', texts.search, run.focusSearch, { scope });
  useShortcut('c', texts.create, run.create, change);
}
