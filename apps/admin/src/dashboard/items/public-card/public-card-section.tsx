import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { formatDate, formatDateTime } from '../../../ui/time/format-time';
import { useMayDo } from '../../api/team/role';
import { PublishDialog } from '../dialogs/item-dialogs';
import { LinkedText } from '../links/linked-text';
import { PanelSection } from '../panel-section';
import styles from './public-card.module.css';
import { PublicLink } from './public-link';

const texts = t.publicCard;

/** What the public sees of an item, in its panel. Absent for a private item that the person can't publish. */
export function PublicCardSection({ item }: { readonly item: Item }) {
  const { public: card, merged_into: target } = item;
  const mayChange = useMayDo('items.change') && target === null;
  if (!card && !mayChange) return null;
  return (
    <PanelSection title={texts.title} aside={mayChange && <PublishButton item={item} />}>
      {card ? (
        <CardFacts card={card} isHidden={target !== null} />
      ) : (
        <p className={styles.dimmed}>{texts.private}</p>
      )}
    </PanelSection>
  );
}

function PublishButton({ item }: { readonly item: Item }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" ml="auto" onClick={() => setOpen(true)}>
        {item.public ? texts.edit : texts.publish}
      </Button>
      {isOpen && <PublishDialog items={[item]} count={1} onClose={() => setOpen(false)} />}
    </>
  );
}

interface FactsProps {
  readonly card: NonNullable<Item['public']>;
  readonly isHidden: boolean;
}

function CardFacts({ card, isHidden }: FactsProps) {
  return (
    <>
      <p className={styles.cardTitle}>{card.title}</p>
      {card.text && (
        <div className={styles.text}>
          <LinkedText text={card.text} />
        </div>
      )}
      <div className={`${styles.dimmed} ${styles.cardFacts}`}>
        {isHidden ? (
          texts.hidden
        ) : (
          <>
            {texts.since}{' '}
            <time dateTime={card.published_at} title={formatDateTime(card.published_at)}>
              {formatDate(card.published_at)}
            </time>{' '}
            · <PublicLink url={card.url}>{texts.view}</PublicLink>
          </>
        )}
      </div>
    </>
  );
}
