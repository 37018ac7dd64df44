import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { QueryState } from '../../../ui/states/query-state';

const texts = t.insights;

interface Props {
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
}

/** A section whose numbers are loading or failed to load. */
export function PendingSection({ title, query }: Props) {
  return (
    <Section title={title}>
      <QueryState query={query} loading={texts.loading(title)} rows={6} failed={texts.failed(title)}>
        {() => null}
      </QueryState>
    </Section>
  );
}
