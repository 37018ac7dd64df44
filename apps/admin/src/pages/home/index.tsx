import { t } from '../../messages';
import { PageHeader } from '../../ui/page-header';

export default function HomePage() {
  return <PageHeader title={t.home.title} />;
}
