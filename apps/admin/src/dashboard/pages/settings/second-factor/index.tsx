import { useSecondFactor } from '../../../api/settings/second-factor';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { QueryState } from '../../../../ui/states/query-state';
import type { RunConfirmed } from '../reauthenticate';
import { SecondFactorControls } from './controls';

const texts = t.secondFactor;

export function SecondFactorSection({ runConfirmed }: { readonly runConfirmed: RunConfirmed }) {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <QueryState query={useSecondFactor()} loading={texts.loading} rows={2}>
        {(state) => <SecondFactorControls state={state} runConfirmed={runConfirmed} />}
      </QueryState>
    </Section>
  );
}
