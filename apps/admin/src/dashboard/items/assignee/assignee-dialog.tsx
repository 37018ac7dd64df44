import { useState } from 'react';
import { t } from '../../../messages';
import { Avatar } from '../../../ui/avatar/avatar';
import { ListboxDialog } from '../../../ui/listbox/listbox-dialog';
import { ListboxField } from '../../../ui/listbox/listbox-field';
import listbox from '../../../ui/listbox/listbox.module.css';
import { useActiveOption } from '../../../ui/listbox/use-active-option';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { useCachedSession } from '../../api/session';
import { useMembers } from '../../api/team/members';
import type { ItemDialogProps } from '../dialogs';
import { assignEdit } from './assign-edit';
import { assigneeChoices, type AssigneeChoice } from './assignee-choices';
import styles from './assignee.module.css';

const texts = t.assignee;

/** Assigns items to a member, or to no one. */
export function AssigneeDialog({ items, count, onEdit, onClose }: ItemDialogProps) {
  const members = useMembers();
  return (
    <ListboxDialog title={texts.dialog(count)} onClose={onClose}>
      {members.error && !members.data ? (
        <ErrorState title={texts.failed} error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <MemberSearch members={members.data} items={items} count={count} onEdit={onEdit} onClose={onClose} />
      )}
    </ListboxDialog>
  );
}

interface SearchProps extends ItemDialogProps {
  /** Undefined until they are loaded. Typing can start before. */
  readonly members: Parameters<typeof assigneeChoices>[0] | undefined;
}

function MemberSearch({ members, items, count, onEdit, onClose }: SearchProps) {
  const me = useCachedSession()?.person.id;
  const [text, setText] = useState('');
  const hasMore = count > items.length;
  const choices = members ? assigneeChoices(members, items, text, me, hasMore) : [];
  const choose = (choice: AssigneeChoice) => {
    onClose();
    void onEdit(assignEdit(choice && { id: choice.id, name: choice.name }));
  };
  const options = useActiveOption(choices, { onChoose: choose, keyOf: (choice) => choice?.id ?? 'none' });
  const isCurrent = (choice: AssigneeChoice) =>
    !hasMore && items.every(({ assignee }) => (assignee?.id ?? null) === (choice?.id ?? null));
  return (
    <>
      <ListboxField
        options={options}
        label={texts.dialog(count)}
        placeholder={texts.placeholder}
        value={text}
        onChange={setText}
      />
      <div {...options.listProps} aria-label={texts.list} className={listbox.results}>
        {choices.map((choice) => (
          <div
            key={choice?.id ?? 'none'}
            {...options.propsOf(choice)}
            aria-selected={isCurrent(choice)}
            className={listbox.option}
          >
            <span className={styles.name}>
              {choice ? <Avatar name={choice.name} size={22} /> : <span className={styles.noOne} />}
              {choice?.name ?? texts.noOne}
            </span>
            <span className={listbox.aside}>{choice?.id === me && choice ? texts.me : choice?.email}</span>
          </div>
        ))}
      </div>
      {members ? (
        <p role="status" className={listbox.status}>
          {choices.length === 0 && texts.notFound}
        </p>
      ) : (
        <LoadingRows label={texts.loading} rows={4} />
      )}
    </>
  );
}
