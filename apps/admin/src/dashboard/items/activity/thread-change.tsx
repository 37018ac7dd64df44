import type { HistoryChange, Status } from '@libs/contract';
import { Fragment } from 'react';
import { t } from '../../../messages';
import { useItem } from '../../api/items/item-queries';
import { useCachedSession } from '../../api/session';
import { RelativeTime } from '../../../ui/time/relative-time';
import { ItemLink } from '../links/item-links';
import styles from './activity.module.css';
import { fieldText, summaryOf, valueText } from './change-text';
import { describeMerges, type Part } from './merge-changes';
import { StatusName } from './status-name';

const texts = t.activity;

/** Fields whose line says everything. */
const WITHOUT_TEXTS: ReadonlySet<string> = new Set(['status', 'assignee', 'tags', 'links']);

interface Props {
  readonly change: HistoryChange;
  readonly actor: string;
}

/** One change: who did what, and when; long texts on request. */
export function ThreadChange({ change, actor }: Props) {
  const { sentence, others } = describeMerges(change.changes);
  const fields = Object.entries(others);
  const summary = sentence || fields.length > 0 ? null : summaryOf(change);
  const ownId = useCachedSession()?.person.id;
  return (
    <li className={styles.change}>
      <div>
        {!summary?.hasActor && <span className={styles.who}>{actor} </span>}
        {sentence ? <Sentence parts={sentence} /> : summary?.text}
        {fields.map(([name, { from, to }], i) => (
          <span key={name}>
            {(i > 0 || sentence) && ', '}
            {fieldText(name, { from, to }, change.actor, ownId)}
            {name === 'status' && (
              <>
                {' '}
                {texts.from} <StatusName status={from as Status} /> {texts.to}{' '}
                <StatusName status={to as Status} />
              </>
            )}
          </span>
        ))}{' '}
        <span className={styles.time}>
          <RelativeTime value={change.at} />
        </span>
      </div>
      {fields
        .filter(([name]) => !WITHOUT_TEXTS.has(name))
        .map(([name, values]) => (
          <details key={name} className={styles.texts}>
            <summary>{texts.showTexts(texts.names[name] ?? name)}</summary>
            <dl>
              <dt>{texts.before}</dt>
              <dd>{valueText(name, values.from)}</dd>
              <dt>{texts.after}</dt>
              <dd>{valueText(name, values.to)}</dd>
            </dl>
          </details>
        ))}
    </li>
  );
}

function Sentence({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, i) => (
    <Fragment key={i}>
      {i > 0 && ' '}
      {typeof part === 'string' ? part : <OtherItem id={part.id} />}
    </Fragment>
  ));
}

/** A link with the title of an item. */
function OtherItem({ id }: { id: string }) {
  const { data, isError } = useItem(id);
  if (!data) return isError ? texts.merges.deletedItem : '…';
  return <ItemLink id={id}>{texts.merges.title(data.title)}</ItemLink>;
}
