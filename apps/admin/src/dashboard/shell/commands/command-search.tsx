import { useState } from 'react';
import { t } from '../../../messages';
import { KeyCombinations } from '../../../ui/shortcuts/key-combinations';
import { ListboxField } from '../../../ui/listbox/listbox-field';
import styles from '../../../ui/listbox/listbox.module.css';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { findCommands, type Command } from './commands';

const texts = t.shell.commands;

interface Props {
  readonly commands: readonly Command[];
  readonly onChoose: (command: Command) => void;
}

export function CommandSearch({ commands, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const groups = findCommands(commands, query);
  const found = groups.flatMap((group) => group.commands);
  const options = useActiveOption(found, {
    onChoose,
    keyOf: (command) => String(commands.indexOf(command)),
  });
  return (
    <>
      <ListboxField
        options={options}
        label={texts.title}
        placeholder={texts.placeholder}
        value={query}
        onChange={setQuery}
      />
      <div {...options.listProps} aria-label={texts.title} className={styles.results}>
        {groups.map((group) => (
          <div key={group.scope} role="group" aria-label={group.scope}>
            <div className={styles.group} aria-hidden>
              {group.scope}
            </div>
            {group.commands.map((command) => (
              <div
                key={command.description}
                {...options.propsOf(command)}
                aria-selected={command === options.active}
                className={styles.option}
              >
                <span>{command.description}</span>
                <span className={styles.aside}>
                  <KeyCombinations keys={command.keys} />
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {found.length === 0 && texts.empty}
      </p>
    </>
  );
}
