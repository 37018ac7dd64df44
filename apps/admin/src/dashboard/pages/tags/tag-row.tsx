import type { TagItem } from '@libs/contract';
import type { TagColor } from '@libs/feedback';
import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMayDo } from '../../api/team/role';
import { useChangeTag } from '../../api/tags';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { notify } from '../../items/notices';
import { TagDot } from '../../items/tags/tag-pills';
import { RemoveTagDialog } from './remove-tag-dialog';
import { RenameTagDialog } from './rename-tag-dialog';
import styles from './tags-page.module.css';

const texts = t.tags.page;
const COLORS = Object.entries(texts.colors).map(([value, label]) => ({ value, label }));

/** A tag with its color, its number of items, and actions. */
export function TagRow({ tag, tags }: { readonly tag: TagItem; readonly tags: readonly TagItem[] }) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const change = useChangeTag();
  const mayChange = useMayDo('items.change');
  const setColor = (color: TagColor) =>
    change.mutate(
      { id: tag.id, change: { color } },
      {
        onError: (error) =>
          notify({ title: texts.changeFailed, text: errorMessage(error), isError: true, timeout: false }),
      },
    );
  const close = () => setOpen(null);
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <TagDot color={tag.color} />
        {tag.name}
      </span>
      <Link to={`/inbox?${new URLSearchParams({ tag: tag.name })}`} className={styles.count}>
        {texts.items(tag.count)}
      </Link>
      {mayChange && (
        <>
          <NativeSelect
            size="xs"
            className={styles.color}
            aria-label={texts.color(tag.name)}
            data={COLORS}
            value={change.isPending ? change.variables.change.color : tag.color}
            onChange={({ currentTarget: { value } }) => setColor(value as TagColor)}
          />
          <RowButton label={texts.rename(tag.name)} icon={Pencil} onClick={() => setOpen('rename')} />
          <RowButton label={texts.remove(tag.name)} icon={Trash2} onClick={() => setOpen('remove')} />
        </>
      )}
      {open === 'rename' && <RenameTagDialog tag={tag} tags={tags} onClose={close} />}
      {open === 'remove' && <RemoveTagDialog tag={tag} onClose={close} />}
    </li>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly icon: typeof Pencil;
  readonly onClick: () => void;
}

function RowButton({ label, icon: Icon, onClick }: RowButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={onClick}>
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
