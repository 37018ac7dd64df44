import type { Item } from '@libs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { useMayDo } from '../../api/team/role';
import { PanelSection } from '../panel-section';
import { hasRoom } from './link-edits';
import { LinkRow } from './link-row';

const texts = t.links;
const LinkDialog = lazyDialog(async () => (await import('./link-dialog')).LinkDialog);

/** The pages elsewhere that belong to an item. Members who may change items add and remove them. */
export function ItemWebLinks({ item }: { readonly item: Item }) {
  const mayChange = useMayDo('items.change') && item.merged_into === null;
  const [isOpen, setOpen] = useState(false);
  const { links } = item;
  if (links.length === 0 && !mayChange) return null;
  const add = mayChange && hasRoom(links) && (
    <Button ml="auto" size="compact-xs" variant="default" onClick={() => setOpen(true)}>
      {texts.add.open}
    </Button>
  );
  return (
    <PanelSection title={texts.title(links.length)} aside={add}>
      {links.length > 0 && (
        <ul aria-label={texts.list}>
          {links.map((link, at) => (
            <LinkRow key={link.url} item={item} link={link} at={at} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {isOpen && <LinkDialog item={item} onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}
