import { Tags } from 'lucide-react';
import { useTags } from '../../api/tags';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { QueryList } from '../../../ui/states/query-list';
import { BackLink } from '../../../ui/pages/back-link';
import { PageHeader } from '../../../ui/pages/page-header';
import { TagRow } from './tag-row';

const texts = t.tags.page;

export default function TagsPage() {
  const tags = useTags();
  return (
    <>
      <BackLink to="/settings/account">{texts.back}</BackLink>
      <PageHeader title={t.nav.tags} lead={texts.lead} />
      <QueryList
        query={tags}
        items={tags.data}
        look="frame"
        label={texts.list}
        loading={t.tags.loading}
        rows={4}
        failed={t.tags.failed}
        empty={<EmptyState icon={<Tags size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />}
      >
        {(tag) => <TagRow tag={tag} tags={tags.data ?? []} />}
      </QueryList>
    </>
  );
}
