import type { TagItem } from '@libs/contract';
import { TAG_COLORS, type TagColor } from '@libs/feedback';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMayDo } from '../../api/team/role';
import { useChangeTag } from '../../api/tags';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { labelled } from '../../../ui/forms/options';
import { SelectField } from '../../../ui/forms/select-field';
import { IconButton } from '../../../ui/icon-button';
import { notify } from '../../items/notices';
import { TagDot } from '../../items/tags/tag-pills';
import { RemoveTagDialog } from './remove-tag-dialog';
import { RenameTagDialog } from './rename-tag-dialog';
import styles from './tags-page.module.css';

const texts = t.tags.page;
const COLORS = labelled(TAG_COLORS, texts.colors);

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
          <SelectField
            size="xs"
            className={styles.color}
            aria-label={texts.color(tag.name)}
            options={COLORS}
            value={(change.isPending && change.variables.change.color) || tag.color}
            onChange={setColor}
          />
          <IconButton label={texts.rename(tag.name)} icon={Pencil} onClick={() => setOpen('rename')} />
          <IconButton label={texts.remove(tag.name)} icon={Trash2} onClick={() => setOpen('remove')} />
        </>
      )}
      {open === 'rename' && <RenameTagDialog tag={tag} tags={tags} onClose={close} />}
      {open === 'remove' && <RemoveTagDialog tag={tag} onClose={close} />}
    </li>
  );
}
