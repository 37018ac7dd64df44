import { t } from '../../../messages';
import { PageHeader } from '../../../ui/pages/page-header';
import { QueryState } from '../../../ui/states/query-state';
import { usePublicPages } from '../../api/public-pages';
import { useSession } from '../../api/session';
import { RoadmapEditor } from './roadmap-editor';
import { UnmovedCards } from './unmoved-cards';

export default function RoadmapPage() {
  const session = useSession().data;
  return (
    <>
      <PageHeader title={t.roadmap.title} lead={t.roadmap.lead} />
      <UnmovedCards />
      <QueryState query={usePublicPages()} loading={t.roadmap.loading} rows={6}>
        {(saved) =>
          session && (
            <RoadmapEditor
              key={session.account.id}
              saved={saved}
              baseUrl={session.base_url}
              slug={session.account.slug}
            />
          )
        }
      </QueryState>
    </>
  );
}
