import { tagKey } from '@libs/feedback';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { ListboxDialog } from '../../../ui/listbox/listbox-dialog';
import { ListboxField } from '../../../ui/listbox/listbox-field';
import listbox from '../../../ui/listbox/listbox.module.css';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { refreshTags, useTags } from '../../api/tags';
import type { ItemDialogProps } from '../dialogs';
import { tagChoices, type TagChoice, type TagState } from './tag-choices';
import { addTagEdit, removeTagEdit } from './tag-edits';
import { TagDot } from './tag-pills';
import styles from './tags.module.css';

const texts = t.tags;

/** Adds tags to items and removes them. Each choice is stored immediately. */
export function TagDialog({ items, count, onEdit, onClose }: ItemDialogProps) {
  const tags = useTags();
  return (
    <ListboxDialog title={texts.dialog(count)} onClose={onClose}>
      {tags.error && !tags.data ? (
        <ErrorState title={texts.failed} error={tags.error} onRetry={() => void tags.refetch()} />
      ) : (
        <TagSearch tags={tags.data} items={items} count={count} onEdit={onEdit} />
      )}
    </ListboxDialog>
  );
}

interface SearchProps extends Omit<ItemDialogProps, 'onClose'> {
  /** Undefined until they are loaded. Typing can start before. */
  readonly tags: Parameters<typeof tagChoices>[0] | undefined;
}

function TagSearch({ tags, items, count, onEdit }: SearchProps) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const choices = tags ? tagChoices(tags, items, text, toggled) : [];
  const toggle = ({ name, state }: TagChoice) => {
    const isAdded = state !== 'all';
    setToggled(new Map(toggled).set(tagKey(name), isAdded));
    void onEdit(isAdded ? addTagEdit(name) : removeTagEdit(name)).then(() => refreshTags(queryClient));
  };
  const options = useActiveOption(choices, { onChoose: toggle, keyOf: ({ name }) => tagKey(name) });
  return (
    <>
      <ListboxField
        options={options}
        label={texts.dialog(count)}
        placeholder={texts.placeholder}
        value={text}
        onChange={setText}
      />
      <div {...options.listProps} aria-label={texts.title} aria-multiselectable className={listbox.results}>
        {choices.map((choice) => (
          <div
            key={choice.name}
            {...options.propsOf(choice)}
            aria-selected={choice.state === 'all'}
            className={listbox.option}
          >
            <span className={styles.name}>
              <CheckMark state={choice.state} />
              <TagDot color={choice.color} />
              {choice.isNew ? texts.create(choice.name) : choice.name}
            </span>
            {choice.state === 'some' && <span className={listbox.aside}>{texts.some}</span>}
          </div>
        ))}
      </div>
      {tags ? (
        <p role="status" className={listbox.status}>
          {choices.length === 0 && (tags.length === 0 ? texts.emptyHint : texts.notFound)}
        </p>
      ) : (
        <LoadingRows label={texts.loading} rows={4} />
      )}
    </>
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
