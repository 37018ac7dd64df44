import { t } from '../../../../messages';
import { CopyBox } from '../../../../ui/code/copy-box';
import { Section } from '../../../../ui/layout/section';

const texts = t.developer.base;

export function BaseUrlSection({ apiUrl }: { readonly apiUrl: string }) {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <CopyBox value={apiUrl} label={texts.copy} />
    </Section>
  );
}
