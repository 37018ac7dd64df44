import { t } from '../../messages';
import { PageHeader } from '../../ui/page-header';

export default function BoardPage() {
  return <PageHeader title={t.nav.board} />;
}
