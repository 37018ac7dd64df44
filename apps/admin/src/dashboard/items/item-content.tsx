import type { Item } from '@libs/contract';
import { Activity } from './activity/activity';
import { Description } from './description';
import { ItemDuplicates } from './duplicates/item-duplicates';
import { MergedItem } from './duplicates/merged-item';
import { EditableText } from './editing/editable-text';
import { ItemFacts } from './item-facts';
import { SamePerson } from './same-person/same-person';
import { SimilarItems } from './similar/similar-items';

/** The fields of an item, and what belongs to it. Loaded with the first open item, because lists don't need it. */
export default function ItemContent({ item }: { item: Item }) {
  const { merged_into: target } = item;
  return (
    <>
      {target === null ? <EditableTexts item={item} /> : <MergedItem item={item} target={target} />}
      <ItemFacts item={item} />
      {item.duplicate_count > 0 && <ItemDuplicates item={item} />}
      {target === null && <SimilarItems item={item} />}
      <SamePerson item={item} />
      <Activity item={item} />
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
