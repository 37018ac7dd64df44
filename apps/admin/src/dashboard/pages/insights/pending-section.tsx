import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';

const texts = t.insights;

interface Props {
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>;
}

/** A section whose numbers are loading or failed to load. */
export function PendingSection({ title, query: { error, refetch } }: Props) {
  return (
    <Section title={title}>
      {error ? (
        <ErrorState title={texts.failed(title)} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={texts.loading(title)} rows={6} />
      )}
    </Section>
  );
}
