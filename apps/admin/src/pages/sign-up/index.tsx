import { t } from '../../messages';
import { PageHeader } from '../../ui/page-header';

export default function SignUpPage() {
  return <PageHeader title={t.signUp.title} />;
}
