import type { Item } from '@libs/contract';
import { Activity } from './activity/activity';
import { Description } from './description';
import { EditableText } from './editing/editable-text';
import { ItemFacts } from './item-facts';
import { SimilarItems } from './similar/similar-items';
import { SamePerson } from './same-person/same-person';

/** The fields of an item, and what belongs to it. Loaded with the first open item, because lists don't need it. */
export default function ItemContent({ item }: { item: Item }) {
  return (
    <>
      <EditableText item={item} field="title" />
      <Description item={item} />
      <ItemFacts item={item} />
      <SimilarItems item={item} />
      <SamePerson item={item} />
      <Activity item={item} />
    </>
  );
}
