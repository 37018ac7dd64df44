import { ShieldCheck } from 'lucide-react';
import { useSecurityLog } from '../../api/security-log';
import { useCachedSession } from '../../api/session';
import { useActorName } from '../../items/activity/actor-names';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { MoreButton } from '../../../ui/states/more-button';
import { QueryList } from '../../../ui/states/query-list';
import { BackLink } from '../../../ui/pages/back-link';
import { PageHeader } from '../../../ui/pages/page-header';
import { otherPersonOf, personOf } from './people';
import { SecurityEvent } from './security-event';

const texts = t.securityLog;

export default function SecurityLogPage() {
  return (
    <>
      <BackLink to="/settings/account">{texts.back}</BackLink>
      <PageHeader title={texts.title} lead={texts.lead} />
      <SecurityEvents />
    </>
  );
}

function SecurityEvents() {
  const log = useSecurityLog();
  const me = useCachedSession()?.person.id;
  const people = log.rows.flatMap((entry) => personOf(entry) ?? []);
  const nameOf = useActorName([...log.rows.map(({ actor }) => actor), ...people], texts.actors);
  const namePerson = useActorName(people, texts.people);
  return (
    <QueryList
      query={log}
      items={log.rows}
      look="frame"
      label={texts.list}
      loading={texts.loading}
      rows={6}
      failed={texts.failed}
      empty={<EmptyState icon={<ShieldCheck size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />}
      more={
        <MoreButton list={log} failed={texts.moreFailed}>
          {texts.more}
        </MoreButton>
      }
    >
      {(entry) => (
        <SecurityEvent
          entry={entry}
          actor={nameOf(entry.actor)}
          person={otherPersonOf(entry, namePerson, me)}
        />
      )}
    </QueryList>
  );
}
