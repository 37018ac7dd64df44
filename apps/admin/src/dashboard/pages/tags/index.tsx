import { ArrowLeft, Tags } from 'lucide-react';
import { Link } from 'react-router';
import { useTags } from '../../api/tags';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { PageHeader } from '../../../ui/layout/page-header';
import { TagRow } from './tag-row';
import styles from './tags-page.module.css';

const texts = t.tags.page;

export default function TagsPage() {
  return (
    <>
      <Link to="/settings/account" className={styles.back}>
        <ArrowLeft size={15} aria-hidden />
        {texts.back}
      </Link>
      <PageHeader title={t.nav.tags} lead={texts.lead} />
      <TagList />
    </>
  );
}

function TagList() {
  const tags = useTags();
  if (tags.isPending) return <LoadingRows label={t.tags.loading} rows={4} />;
  if (!tags.data)
    return <ErrorState title={t.tags.failed} error={tags.error} onRetry={() => void tags.refetch()} />;
  if (tags.data.length === 0)
    return <EmptyState icon={<Tags size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />;
  return (
    <ul className={styles.list} aria-label={texts.list}>
      {tags.data.map((tag) => (
        <TagRow key={tag.id} tag={tag} tags={tags.data} />
      ))}
    </ul>
  );
}
