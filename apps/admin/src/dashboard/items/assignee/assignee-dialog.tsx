import { useState } from 'react';
import { t } from '../../../messages';
import { Avatar } from '../../../ui/avatar/avatar';
import { ListboxDialog } from '../../../ui/listbox/listbox-dialog';
import { Option, OptionSearch } from '../../../ui/listbox/option-search';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { useCachedSession } from '../../api/session';
import { useMembers } from '../../api/team/members';
import type { ItemDialogProps } from '../dialogs/item-dialogs';
import { assignEdit } from './assign-edit';
import { assigneeChoices, type AssigneeChoice } from './assignee-choices';
import styles from './assignee.module.css';

const texts = t.assignee;

/** Assigns items to a member, or to no one. */
export function AssigneeDialog({ items, count, onEdit, onClose }: ItemDialogProps) {
  const query = useMembers();
  const me = useCachedSession()?.person.id;
  const [text, setText] = useState('');
  const hasMore = count > items.length;
  const choices = query.data ? assigneeChoices(query.data, items, text, me, hasMore) : [];
  const choose = (choice: AssigneeChoice) => {
    onClose();
    void onEdit(assignEdit(choice && { id: choice.id, name: choice.name }));
  };
  const options = useActiveOption(choices, { onChoose: choose, keyOf: (choice) => choice?.id ?? 'none' });
  const isCurrent = (choice: AssigneeChoice) =>
    !hasMore && items.every(({ assignee }) => (assignee?.id ?? null) === (choice?.id ?? null));
  return (
    <ListboxDialog title={texts.dialog(count)} onClose={onClose}>
      <OptionSearch
        options={options}
        label={texts.dialog(count)}
        placeholder={texts.placeholder}
        value={text}
        onChange={setText}
        listLabel={texts.list}
        status={choices.length === 0 && texts.notFound}
        source={{ query, loading: texts.loading, failed: texts.failed }}
      >
        {choices.map((choice) => (
          <Option
            key={choice?.id ?? 'none'}
            options={options}
            option={choice}
            isSelected={isCurrent(choice)}
            aside={choice?.id === me && choice ? texts.me : choice?.email}
          >
            {choice ? <Avatar name={choice.name} size={22} /> : <span className={styles.noOne} />}
            {choice?.name ?? texts.noOne}
          </Option>
        ))}
      </OptionSearch>
    </ListboxDialog>
  );
}
