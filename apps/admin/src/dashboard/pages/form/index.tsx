import { useFormSettings } from '../../api/form-settings';
import { useSession } from '../../api/session';
import { t } from '../../../messages';
import { QueryState } from '../../../ui/states/query-state';
import { PageHeader } from '../../../ui/pages/page-header';
import { FormEditor } from './form-editor';

export default function FormPage() {
  const session = useSession().data;
  return (
    <>
      <PageHeader title={t.form.title} lead={t.form.lead} />
      <QueryState query={useFormSettings()} loading={t.form.loading} rows={6}>
        {(saved) =>
          session && (
            <FormEditor
              key={session.account.id}
              saved={saved}
              account={session.account}
              baseUrl={session.base_url}
            />
          )
        }
      </QueryState>
    </>
  );
}
