import type { ChangelogPreview } from '@libs/contract';
import { Anchor, Button, Text } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { StatusIcon } from '../../../../ui/badges/status-icon';
import { IconButton } from '../../../../ui/icon-button';
import { List } from '../../../../ui/layout/list';
import { Section } from '../../../../ui/layout/section';
import { ErrorText } from '../../../../ui/states/error-text';
import styles from '../changelog.module.css';
import { withCards, type EntryDraft } from '../entry-draft';
import { ShippedDialog } from '../shipped-dialog';

const texts = t.changelog.items;

interface Props {
  readonly draft: EntryDraft;
  /** Those of the entry that are known. */
  readonly items: ChangelogPreview['items'];
  readonly error?: string;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<EntryDraft>) => void;
}

/** What an entry is about. Adding shipped items also adds their texts. */
export function EntryItems({ draft, items, error, isReadOnly, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const shown = items.filter(({ id }) => draft.items.includes(id));
  const add = !isReadOnly && (
    <Button variant="default" size="xs" onClick={() => setOpen(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Section title={texts.title} hint={texts.hint} actions={add}>
      {error && <ErrorText>{error}</ErrorText>}
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
          draft={draft}
          onChoose={(cards) => {
            onChange(withCards(draft, cards));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
