import { useSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import type { RunConfirmed } from '../reauthenticate';
import { SecondFactorControls } from './controls';

const texts = t.secondFactor;

export function SecondFactorSection({ runConfirmed }: { readonly runConfirmed: RunConfirmed }) {
  const { data: state, error, refetch } = useSecondFactor();
  return (
    <Section title={texts.title} hint={texts.hint}>
      {state ? (
        <SecondFactorControls state={state} runConfirmed={runConfirmed} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={texts.loading} rows={2} />
      )}
    </Section>
  );
}
