import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useMayDo } from '../../../api/team/role';
import { t } from '../../../../messages';
import { List, RowText } from '../../../../ui/layout/list';
import { Section } from '../../../../ui/layout/section';
import styles from './pages-section.module.css';

/** Settings that have pages of their own. */
export function PagesSection() {
  const mayReadLog = useMayDo('security.read');
  return (
    <Section title={t.settings.more}>
      <List look="lines">
        <PageRow to="/settings/tags" title={t.nav.tags} hint={t.tags.page.hint} />
        <PageRow
          to="/settings/notifications"
          title={t.notificationSettings.title}
          hint={t.notificationSettings.lead}
        />
        {mayReadLog && (
          <PageRow
            to="/settings/security-log"
            title={t.settings.securityLog.title}
            hint={t.settings.securityLog.hint}
          />
        )}
      </List>
    </Section>
  );
}

interface PageRowProps {
  readonly to: string;
  readonly title: string;
  readonly hint: string;
}

/** The whole row is the link, but only its title is the link's name. */
function PageRow({ to, title, hint }: PageRowProps) {
  const hintId = useId();
  return (
    <li className={styles.row}>
      <RowText
        title={
          <Link to={to} className={styles.link} aria-describedby={hintId}>
            {title}
          </Link>
        }
      >
        <span id={hintId}>{hint}</span>
      </RowText>
      <ChevronRight size={16} className={styles.arrow} />
    </li>
  );
}
