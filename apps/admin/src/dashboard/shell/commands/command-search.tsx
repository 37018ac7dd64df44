import { useId, useState, type KeyboardEvent } from 'react';
import { t } from '../../../messages';
import { KeyCombinations } from '../../../ui/shortcuts/key-combinations';
import styles from './command-palette.module.css';
import { findCommands, type Command } from './commands';

const texts = t.shell.commands;

interface Props {
  readonly commands: readonly Command[];
  readonly onChoose: (command: Command) => void;
}

/** A search field with its results. The focus stays in the field (combobox pattern of the ARIA practices guide). */
export function CommandSearch({ commands, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const groups = findCommands(commands, query);
  const found = groups.flatMap((group) => group.commands);
  const idOf = (command: Command) => `${id}-${commands.indexOf(command)}`;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const { length } = found;
    if (event.key === 'ArrowDown') setActive((active + 1) % length);
    else if (event.key === 'ArrowUp') setActive((active - 1 + length) % length);
    else if (event.key === 'Enter') onChoose(found[active]!);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        data-autofocus
        className={styles.search}
        role="combobox"
        aria-label={texts.title}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[active] && idOf(found[active])}
        autoComplete="off"
        placeholder={texts.placeholder}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={texts.title} className={styles.results}>
        {groups.map((group) => (
          <div key={group.scope} role="group" aria-label={group.scope}>
            <div className={styles.scope} aria-hidden>
              {group.scope}
            </div>
            {group.commands.map((command) => (
              <CommandOption
                key={idOf(command)}
                id={idOf(command)}
                command={command}
                isActive={command === found[active]}
                onPoint={() => setActive(found.indexOf(command))}
                onChoose={() => onChoose(command)}
              />
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

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function CommandOption({ id, command, isActive, onPoint, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      className={styles.option}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>{command.description}</span>
      <span className={styles.keys}>
        <KeyCombinations keys={command.keys} />
      </span>
    </div>
  );
}
