import { ITEM_TAGS_MAX, TAG_NAME_MAX, tagKey } from '@libs/feedback';
import { TagsInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../../../messages';
import { useTags } from '../../api/tags';
import styles from './tags.module.css';

interface Props {
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** The tags of an item that does not exist yet. Names that are no tags create them with the item. */
export function TagsField({ value, onChange }: Props) {
  const isOpen = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  // A chosen option is no longer in the list, but Mantine keeps its ID.
  useEffect(() => input.current?.removeAttribute('aria-activedescendant'), [value]);
  const tags = useTags().data ?? [];
  /** The names of existing tags keep their spelling. */
  const stored = (names: readonly string[]) =>
    names.map((name) => tags.find((tag) => tagKey(tag.name) === tagKey(name))?.name ?? name);
  return (
    <TagsInput
      ref={input}
      classNames={{ inputField: styles.input }}
      label={t.items.create.optional(t.tags.title)}
      placeholder={value.length === 0 ? t.tags.placeholder : undefined}
      data={tags.map(({ name }) => name)}
      value={[...value]}
      onChange={(names) => onChange(stored(names))}
      maxTags={ITEM_TAGS_MAX}
      splitChars={[',', ';']}
      maxLength={TAG_NAME_MAX}
      acceptValueOnBlur
      onDropdownOpen={() => (isOpen.current = true)}
      onDropdownClose={() => (isOpen.current = false)}
      // The first press closes the options only, not the dialog.
      onKeyDown={(event) => event.key === 'Escape' && isOpen.current && event.stopPropagation()}
      isDuplicate={(name, names) => names.some((one) => tagKey(one) === tagKey(name))}
    />
  );
}
