import { t } from '../../messages';
import { PageHeader } from '../../ui/page-header';

export default function QuarantinePage() {
  return <PageHeader title={t.nav.quarantine} />;
}
