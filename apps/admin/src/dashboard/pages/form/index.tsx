import { useFormSettings } from '../../api/form-settings';
import { useSession } from '../../api/session';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { PageHeader } from '../../../ui/layout/page-header';
import { FormEditor } from './form-editor';

export default function FormPage() {
  const session = useSession();
  const form = useFormSettings();
  return (
    <>
      <PageHeader title={t.form.title} lead={t.form.lead} />
      {form.data && session.data ? (
        <FormEditor
          key={session.data.account.id}
          saved={form.data}
          account={session.data.account}
          baseUrl={session.data.base_url}
        />
      ) : form.error ? (
        <ErrorState error={form.error} onRetry={() => void form.refetch()} />
      ) : (
        <LoadingRows label={t.form.loading} rows={6} />
      )}
    </>
  );
}
