import { STATUSES } from '@libs/feedback';
import { Button, Stack } from '@mantine/core';
import { ChartNoAxesColumn } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useCounts } from '../../api/items/item-queries';
import { timeZone } from '../../api/stats';
import { t } from '../../../messages';
import { labelled } from '../../../ui/forms/options';
import { Segments } from '../../../ui/forms/segments';
import { PageHeader } from '../../../ui/pages/page-header';
import { useRememberPageUrl } from '../../last-page-url';
import { EmptyState } from '../../../ui/states/empty-state';
import { Rankings } from './rankings';
import { CountsSection, DurationsSection } from './sections';
import { queryOf, RANGES, readRange, writeRange, type Range } from './range';
import styles from './insights.module.css';

const texts = t.insights;

export default function InsightsPage() {
  const [params, setParams] = useSearchParams();
  const counts = useCounts().data;
  useRememberPageUrl('/insights');
  const range = readRange(params);
  const isEmpty = counts && STATUSES.every((status) => counts[status] === 0);
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={`${texts.lead} ${texts.zone(timeZone())}`}
        actions={
          !isEmpty && (
            <Segments
              label={texts.range}
              value={range}
              options={labelled(RANGES, texts.ranges)}
              onChange={(value) => setParams(writeRange(params, value), { replace: true })}
            />
          )
        }
      />
      {isEmpty ? <NoFeedback /> : <Charts range={range} />}
    </>
  );
}

function NoFeedback() {
  return (
    <EmptyState icon={<ChartNoAxesColumn size={20} />} title={texts.emptyTitle} hint={texts.emptyHint}>
      <Button component={Link} to="/form">
        {texts.emptyAction}
      </Button>
    </EmptyState>
  );
}

function Charts({ range }: { readonly range: Range }) {
  const query = queryOf(range, new Date());
  return (
    <Stack gap="lg" className={styles.charts}>
      <CountsSection
        texts={texts.created}
        query={{ ...query, metric: 'created', by: 'source' }}
        labels={t.items.sources}
      />
      <CountsSection
        texts={texts.changes}
        query={{ ...query, metric: 'status_changed', by: 'status' }}
        labels={t.ui.statuses}
      />
      <DurationsSection texts={texts.firstChange} query={{ ...query, metric: 'time_to_first_change' }} />
      <DurationsSection texts={texts.shipped} query={{ ...query, metric: 'time_to_shipped' }} />
      <Rankings range={query} />
    </Stack>
  );
}
