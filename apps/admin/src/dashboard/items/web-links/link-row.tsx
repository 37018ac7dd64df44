import type { Item } from '@libs/contract';
import type { LinkKind } from '@libs/feedback';
import {
  ExternalLink,
  FileText,
  GitPullRequest,
  Link,
  Phone,
  Ticket,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { t } from '../../../messages';
import { IconButton } from '../../../ui/icon-button';
import { focusNextRow } from '../duplicates/focus-next-row';
import { linkDetail, linkName, type PlacedLink } from './link-edits';
import { useRemoveLink } from './use-change-links';
import styles from './web-links.module.css';

const texts = t.links;

const ICONS: Readonly<Record<LinkKind, LucideIcon>> = {
  ticket: Ticket,
  pull_request: GitPullRequest,
  call: Phone,
  document: FileText,
  other: Link,
};

interface Props extends PlacedLink {
  readonly item: Item;
  readonly mayChange: boolean;
}

/** One link, which opens in a new tab. */
export function LinkRow({ item, link, at, mayChange }: Props) {
  const row = useRef<HTMLLIElement>(null);
  // The button has the focus until the row disappears.
  useLayoutEffect(() => {
    const element = row.current!;
    return () => {
      if (element.contains(document.activeElement)) focusNextRow(element);
    };
  }, []);
  const { url, kind } = link;
  const detail = linkDetail(link);
  const Icon = ICONS[kind];
  return (
    <li ref={row} className={styles.row}>
      <Icon size={16} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <a href={url} target="_blank" rel="noopener noreferrer" title={url} className={styles.link}>
          {linkName(link)}
          <ExternalLink size={12} />
          <span className="visually-hidden"> ({texts.newTab})</span>
        </a>
        <div className={styles.facts} title={detail}>
          {texts.kinds[kind]}
          {detail !== '' && ` · ${detail}`}
        </div>
      </div>
      {mayChange && <RemoveButton item={item} link={link} at={at} />}
    </li>
  );
}

function RemoveButton({ item, link, at }: Omit<Props, 'mayChange'>) {
  const remove = useRemoveLink(item);
  return (
    <IconButton
      size={28}
      className={styles.remove}
      icon={Trash2}
      label={texts.remove.open(link.title ?? link.url)}
      tooltip={texts.remove.tooltip}
      onClick={() => remove({ link, at })}
    />
  );
}
