import type { Item } from '@libs/contract';
import { useMayDo } from '../api/team/role';
import { Activity } from './activity/activity';
import { ItemContext } from './context/item-context';
import { Description } from './description';
import { ItemDuplicates } from './duplicates/item-duplicates';
import { MergedItem } from './duplicates/merged-item';
import { EditableText } from './editing/editable-text';
import { FixedTexts } from './fixed-texts';
import { ItemFacts } from './item-facts';
import { PublicCardSection } from './public-card/public-card-section';
import { ItemRequests } from './requests/item-requests';
import { SamePerson } from './same-person/same-person';
import { SimilarItems } from './similar/similar-items';
import { ItemVotes } from './votes/item-votes';
import { ItemWebLinks } from './web-links/item-web-links';

/** The fields of an item, and what belongs to it. Loaded with the first open item, because lists don't need it. */
export default function ItemContent({ item }: { item: Item }) {
  const { merged_into: target } = item;
  const mayChange = useMayDo('items.change');
  return (
    <>
      {target !== null ? (
        <MergedItem item={item} target={target} />
      ) : mayChange ? (
        <EditableTexts item={item} />
      ) : (
        <FixedTexts item={item} />
      )}
      <ItemFacts item={item} />
      <PublicCardSection item={item} />
      <ItemRequests item={item} />
      <ItemVotes item={item} />
      <ItemWebLinks item={item} />
      <ItemContext item={item} />
      {target === null && mayChange && <SimilarItems item={item} />}
      <SamePerson item={item} />
      <Activity item={item} />
      {item.duplicate_count > 0 && <ItemDuplicates key={item.id} item={item} />}
    </>
  );
}

function EditableTexts({ item }: { item: Item }) {
  return (
    <>
      <EditableText item={item} field="title" />
      <Description item={item} />
    </>
  );
}
