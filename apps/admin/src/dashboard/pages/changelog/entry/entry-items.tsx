import type { ChangelogPreview } from '@libs/contract';
import { ENTRY_ITEMS_MAX } from '@libs/feedback';
import { Anchor, Button, Text } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { StatusIcon } from '../../../../ui/badges/status-icon';
import { IconButton } from '../../../../ui/icon-button';
import { List } from '../../../../ui/layout/list';
import { Section } from '../../../../ui/layout/section';
import styles from '../changelog.module.css';
import { textOfCards, type EntryDraft } from '../entry-draft';
import { ShippedDialog } from '../shipped-dialog';

const texts = t.changelog.items;

interface Props {
  readonly draft: EntryDraft;
  /** Those of the entry that are known. */
  readonly items: ChangelogPreview['items'];
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<EntryDraft>) => void;
}

/** What an entry is about. Adding shipped items also adds their texts. */
export function EntryItems({ draft, items, isReadOnly, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const shown = items.filter(({ id }) => draft.items.includes(id));
  const add = !isReadOnly && (
    <Button variant="default" size="xs" onClick={() => setOpen(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Section title={texts.title} hint={texts.hint} actions={add}>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : (
        <List look="lines" aria-label={texts.list}>
          {shown.map(({ id, title, status }) => (
            <li key={id}>
              <StatusIcon status={status} />
              <Anchor component={Link} to={`/inbox?item=${id}`} className={styles.name}>
                <bdi>{title}</bdi>
              </Anchor>
              {!isReadOnly && (
                <IconButton
                  label={texts.remove(title)}
                  icon={X}
                  onClick={() => onChange({ items: draft.items.filter((one) => one !== id) })}
                />
              )}
            </li>
          ))}
        </List>
      )}
      {isOpen && (
        <ShippedDialog
          submit={t.changelog.shipped.add}
          except={draft.items}
          onChoose={(cards) => {
            const text = [draft.text.trimEnd(), textOfCards(cards)].filter(Boolean).join('\n\n');
            const ids = [...draft.items, ...cards.map(({ id }) => id)];
            onChange({ text, items: ids.slice(0, ENTRY_ITEMS_MAX) });
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
