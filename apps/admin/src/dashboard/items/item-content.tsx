import type { Item } from '@libs/contract';
import { Activity } from './activity/activity';
import { Description } from './description';
import { DuplicateList, MergedNote } from './duplicates/item-duplicates';
import { EditableText } from './editing/editable-text';
import { ItemFacts } from './item-facts';
import styles from './items.module.css';
import { LinkedText } from './linked-text';
import { SamePerson } from './same-person/same-person';
import { SimilarItems } from './similar/similar-items';

/** The fields of an item, and what belongs to it. Loaded with the first open item, because lists don't need it. */
export default function ItemContent({ item }: { item: Item }) {
  if (item.merged_into !== null) return <MergedItem item={item} target={item.merged_into} />;
  return (
    <>
      <EditableText item={item} field="title" />
      <Description item={item} />
      <ItemFacts item={item} />
      {item.duplicate_count > 0 && <DuplicateList item={item} />}
      <SimilarItems item={item} />
      <SamePerson item={item} />
      <Activity item={item} />
    </>
  );
}

/** A duplicate, which is read-only. */
function MergedItem({ item, target }: { readonly item: Item; readonly target: string }) {
  return (
    <>
      <MergedNote item={item} target={target} />
      <h2 className={styles.mergedTitle}>{item.title}</h2>
      {item.description && (
        <div className={styles.descriptionText}>
          <LinkedText text={item.description} />
        </div>
      )}
      <ItemFacts item={item} />
      <SamePerson item={item} />
      <Activity item={item} />
    </>
  );
}
