import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { QueryState } from '../../../../ui/states/query-state';
import { useIdentity } from '../../../api/identity';
import { KeysSection } from './keys-section';
import { TestSection } from './test-section';

const texts = t.identity;

/** Keys of identity tokens, and the test of a token. */
export default function IdentityPage() {
  return (
    <>
      <Section title={texts.title} hint={texts.lead} />
      <QueryState query={useIdentity()} loading={texts.keys.loading} rows={2} height={64}>
        {(settings) => (
          <>
            <KeysSection settings={settings} />
            <TestSection slug={settings.slug} />
          </>
        )}
      </QueryState>
    </>
  );
}
