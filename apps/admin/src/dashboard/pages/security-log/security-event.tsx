import type { SecurityLogEntry } from '@libs/contract';
import { t } from '../../../messages';
import type { EventPerson } from '../../../messages/en/settings/security-log';
import { formatDateTime } from '../../../ui/time/format-time';
import styles from './security-log.module.css';

const texts = t.securityLog;

interface Props {
  readonly entry: SecurityLogEntry;
  readonly actor: string;
  /** Whom the event is about; null for the actor, and for events about something else. */
  readonly person: EventPerson | null;
}

/** What happened, who did it, from which IP address, and when. */
export function SecurityEvent({ entry, actor, person }: Props) {
  const { type, subject, ip_address: ip, created_at: at } = entry;
  // A newer version of the service can have other types.
  const text = Object.hasOwn(texts.types, type) ? texts.types[type](subject.name, person) : type;
  return (
    <li className={styles.event}>
      <span className={styles.what}>{text}</span>
      <span className={styles.who}>
        <span className="visually-hidden">{texts.by} </span>
        {actor}
        {ip !== null && (
          <>
            <span aria-hidden> · </span>
            <span className="visually-hidden">, {texts.ip} </span>
            {ip}
          </>
        )}
      </span>
      <time className={styles.time} dateTime={at}>
        {formatDateTime(at)}
      </time>
    </li>
  );
}
