import type { Item } from '@libs/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../messages';
import { KeyCombinations } from '../../../ui/shortcuts/key-combinations';
import { Option, OptionSearch } from '../../../ui/listbox/option-search';
import styles from '../../../ui/listbox/listbox.module.css';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { toSearchQuery } from '../../items/filters/item-filter';
import { ItemOption } from '../../items/links/item-option';
import { findCommands, type Command } from './commands';
import { useFoundItems } from './use-found-items';

const texts = t.shell.commands;

interface Props {
  readonly commands: readonly Command[];
  readonly onChoose: (command: Pick<Command, 'run'>) => void;
}

type Found = Command | Item;
const isItem = (option: Found): option is Item => 'title' in option;

export function CommandSearch({ commands, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const groups = findCommands(commands, query);
  const { items, isSearching, isFailed } = useFoundItems(query);
  // Items come last, so that they don't move the active command when they are found.
  const found: readonly Found[] = [...groups.flatMap((group) => group.commands), ...items];
  const options = useActiveOption(found, {
    onChoose(option) {
      onChoose(isItem(option) ? { run: () => void navigate(`/inbox?item=${option.id}`) } : option);
    },
    keyOf: (option) => (isItem(option) ? option.id : String(commands.indexOf(option))),
  });
  const status = isSearching ? texts.searching : isFailed ? texts.failed : texts.empty;
  return (
    <OptionSearch
      options={options}
      label={texts.title}
      placeholder={texts.placeholder}
      value={query}
      onChange={setQuery}
      listLabel={texts.title}
      status={(found.length === 0 || isSearching || isFailed) && status}
    >
      {groups.map((group) => (
        <div key={group.scope} role="group" aria-label={group.scope}>
          <div className={styles.group} aria-hidden>
            {group.scope}
          </div>
          {group.commands.map((command) => (
            <Option
              key={command.description}
              options={options}
              option={command}
              isSelected={command === options.active}
              aside={<KeyCombinations keys={command.keys} />}
            >
              {command.description}
            </Option>
          ))}
        </div>
      ))}
      {items.length > 0 && (
        <div role="group" aria-label={texts.items}>
          <div className={styles.group} aria-hidden>
            {texts.items}
          </div>
          {items.map((item) => (
            <Option key={item.id} options={options} option={item} isSelected={item === options.active}>
              <ItemOption item={item} q={toSearchQuery(query)} />
            </Option>
          ))}
        </div>
      )}
    </OptionSearch>
  );
}
