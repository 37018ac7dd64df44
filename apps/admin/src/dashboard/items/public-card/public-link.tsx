import { ExternalLink } from 'lucide-react';
import { t } from '../../../messages';
import styles from './public-card.module.css';

interface Props {
  readonly url: string;
  readonly children: string;
}

/** A link to a public page, which opens in a new tab. */
export const PublicLink = ({ url, children }: Props) => (
  <a href={url} target="_blank" rel="noopener" className={styles.link}>
    {children}
    <ExternalLink size={12} />
    <span className="visually-hidden"> ({t.publicCard.newTab})</span>
  </a>
);
