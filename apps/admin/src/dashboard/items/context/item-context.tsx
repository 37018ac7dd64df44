import type { Item } from '@libs/contract';
import { t } from '../../../messages';
import { Fact, Facts } from '../../../ui/layout/facts';
import { PanelSection } from '../panel-section';

const texts = t.context;

/** Where an item was written, with the data of the customer's page; nothing without a context (items.md 14). */
export function ItemContext({ item: { context } }: { readonly item: Item }) {
  if (!context) return null;
  const { page, language, data } = context;
  return (
    <PanelSection title={texts.title}>
      <Facts>
        {page !== null && (
          <Fact label={texts.page}>
            <a href={page} target="_blank" rel="noopener noreferrer">
              {page}
            </a>
          </Fact>
        )}
        {language !== null && <Fact label={texts.language}>{language}</Fact>}
        {Object.entries(data ?? {}).map(([name, value]) => (
          <Fact key={name} label={name}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
      </Facts>
    </PanelSection>
  );
}
