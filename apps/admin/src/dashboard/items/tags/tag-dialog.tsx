import { tagKey } from '@libs/feedback';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../messages';
import { ListboxDialog } from '../../../ui/listbox/listbox-dialog';
import { Option, OptionSearch } from '../../../ui/listbox/option-search';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { refreshTags, useTags } from '../../api/tags';
import type { ItemDialogProps } from '../dialogs/item-dialogs';
import { tagChoices, type TagChoice, type TagState } from './tag-choices';
import { addTagEdit, removeTagEdit } from './tag-edits';
import { TagDot } from './tag-pills';
import styles from './tags.module.css';

const texts = t.tags;

/** Adds tags to items and removes them. Each choice is stored immediately. */
export function TagDialog({ items, count, onEdit, onClose }: ItemDialogProps) {
  const queryClient = useQueryClient();
  const query = useTags();
  const [text, setText] = useState('');
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const choices = query.data ? tagChoices(query.data, items, text, toggled) : [];
  const toggle = ({ name, state, isNew }: TagChoice) => {
    const isAdded = state !== 'all';
    setToggled(new Map(toggled).set(tagKey(name), isAdded));
    if (isNew) setText('');
    void onEdit(isAdded ? addTagEdit(name) : removeTagEdit(name)).then(() => refreshTags(queryClient));
  };
  const options = useActiveOption(choices, { onChoose: toggle, keyOf: ({ name }) => tagKey(name) });
  return (
    <ListboxDialog title={texts.dialog(count)} onClose={onClose}>
      <OptionSearch
        options={options}
        label={texts.dialog(count)}
        placeholder={texts.placeholder}
        value={text}
        onChange={setText}
        listLabel={texts.title}
        isMultiple
        status={choices.length === 0 && (query.data?.length === 0 ? texts.emptyHint : texts.notFound)}
        source={{ query, loading: texts.loading, failed: texts.failed }}
      >
        {choices.map((choice) => (
          <Option
            key={choice.name}
            options={options}
            option={choice}
            isSelected={choice.state === 'all'}
            aside={choice.state === 'some' && texts.some}
          >
            <CheckMark state={choice.state} />
            <TagDot color={choice.color} />
            {choice.isNew ? texts.create(choice.name) : choice.name}
          </Option>
        ))}
      </OptionSearch>
    </ListboxDialog>
  );
}

function CheckMark({ state }: { readonly state: TagState }) {
  return (
    <span aria-hidden className={styles.check} data-state={state}>
      {state === 'all' && <Check size={12} strokeWidth={3} />}
      {state === 'some' && <Minus size={12} strokeWidth={3} />}
    </span>
  );
}
