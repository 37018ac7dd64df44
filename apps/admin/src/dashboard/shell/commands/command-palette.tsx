import { useEffect, useRef, useState } from 'react';
import { t } from '../../../messages';
import { isDialogOpen, shortcuts, useShortcut } from '../../../ui/shortcuts/shortcuts';
import { ListboxDialog } from '../../../ui/listbox/listbox-dialog';
import { CommandSearch } from './command-search';
import { commandsOf, type Command } from './commands';

const texts = t.shell.commands;
const SCOPE = t.shell.shortcuts.everywhere;
const OPEN_EVENT = 'open-commands';

/** Opens the palette from the menu. */
export const openCommandPalette = () => window.dispatchEvent(new Event(OPEN_EVENT));

/** A searchable list of the actions of the page, with their keys, and of items. */
export function CommandPalette() {
  const [commands, setCommands] = useState<readonly Command[] | null>(null);
  const chosen = useRef<Pick<Command, 'run'>>(undefined);
  const close = (command?: Pick<Command, 'run'>) => {
    chosen.current = command;
    setCommands(null);
  };
  const open = () => {
    const others = shortcuts.all().filter(({ description }) => description !== texts.open);
    chosen.current = undefined;
    setCommands(commandsOf(others, SCOPE));
  };
  const toggle = () => (commands ? close() : isDialogOpen() || open());
  useShortcut('mod+k', texts.open, toggle, { scope: SCOPE, always: true });
  useEffect(() => {
    window.addEventListener(OPEN_EVENT, open);
    return () => window.removeEventListener(OPEN_EVENT, open);
  }, []);
  return (
    <ListboxDialog
      isOpen={commands !== null}
      title={texts.title}
      size="lg"
      onClose={() => close()}
      // Now no dialog is open, and the focus is where it was.
      onExitTransitionEnd={() => chosen.current?.run()}
    >
      {commands && <CommandSearch commands={commands} onChoose={close} />}
    </ListboxDialog>
  );
}
