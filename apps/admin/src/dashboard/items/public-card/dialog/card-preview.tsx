import type { Item } from '@libs/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { StatusIcon } from '../../../../ui/badges/status-icon';
import { usePublicPages } from '../../../api/public-pages';
import { useCachedSession } from '../../../api/session';
import { PublicLink } from '../public-link';
import { LinkedText } from '../../links/linked-text';
import type { CardValues } from '../card-texts';
import styles from '../public-card.module.css';
import { roadmapHint } from './roadmap-hint';

const texts = t.publishing.dialog;

interface Props {
  readonly item: Item;
  readonly values: CardValues;
}

/** A card as visitors see it. */
export function CardPreview({ item: { status }, values: { title, text } }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.label}>
        {texts.preview}
      </h3>
      <div className={styles.preview}>
        <p className={styles.previewTitle} data-empty={title.trim() === '' || undefined}>
          {title.trim() || texts.untitled}
        </p>
        <p className={styles.previewStatus}>
          <StatusIcon status={status} />
          {t.roadmap.statuses[status]}
        </p>
        {text.trim() !== '' && (
          <div className={styles.text}>
            <LinkedText text={text} />
          </div>
        )}
      </div>
    </section>
  );
}

/** Where visitors find the card. */
export function CardAddress({ item }: Pick<Props, 'item'>) {
  const session = useCachedSession();
  // Without the permission to change the settings, they are not known.
  const pages = usePublicPages().data;
  const hint = pages && roadmapHint(item.status, pages);
  const url =
    item.public?.url ?? (session && `${session.base_url}/f/${session.account.slug}/items/${item.id}`);
  return (
    <div className={styles.address}>
      {url && (
        <div>
          {texts.address}: {item.public ? <PublicLink url={url}>{url}</PublicLink> : url}
        </div>
      )}
      {hint && (
        <div>
          {hint} <Link to="/roadmap">{texts.settings}</Link>
        </div>
      )}
    </div>
  );
}
