import type { Item } from '@libs/contract';
import { DESCRIPTION_MAX, descriptionRule, TITLE_MAX, titleRule } from '@libs/feedback';
import type { Issue } from '@libs/kernel';
import { useRef, useState } from 'react';
import { t } from '../../../messages';
import { findDraft, drafts, discardDrafts, setDraft, type Draft, type TextField } from './drafts';
import { useStore } from '../../../ui/store';
import { useItemActions } from '../mutations/use-item-actions';

const RULES = {
  title: { rule: titleRule, max: TITLE_MAX },
  description: { rule: descriptionRule, max: DESCRIPTION_MAX },
} as const;

/** The error message for an invalid text; null if it is valid. */
export function textError(field: TextField, text: string): string | null {
  const issues: Issue[] = [];
  const { rule, max } = RULES[field];
  rule.read(text, field, issues);
  const code = issues[0]?.code;
  if (code === undefined) return null;
  if (code === 'too_long') return t.items.errors.too_long(max);
  return t.items.errors[code as 'empty_value'] ?? issues[0]!.message;
}

export const maxLength = (field: TextField): number => RULES[field].max;

type DraftState = 'stored' | 'typed' | 'saving' | 'failed' | 'undecided';

/** Editing state of one text of an item. The draft exists until it is stored or discarded. */
export function useTextDraft(item: Item, field: TextField) {
  const draft = findDraft(useStore(drafts), item.id, field);
  const { change, discardFailed } = useItemActions();
  const [saving, setSaving] = useState<string | null>(null);
  const lastSent = useRef('');
  const [failed, setFailed] = useState<string | null>(null);
  const text = draft?.text ?? item[field] ?? '';
  const error = draft ? textError(field, text) : null;

  function setText(next: string): void {
    setFailed(null);
    discardFailed(item.id, field);
    // Keep the version at which editing began, so that saving detects changes made since then.
    if (next === (item[field] ?? '')) discardDrafts(item.id, [field]);
    else setDraft(item.id, field, { base: item, ...draft, text: next });
  }

  async function save(): Promise<void> {
    // Read the store: the rendered draft may just have been discarded.
    const current = findDraft(drafts.get(), item.id, field);
    if (!current || saving === current.text || textError(field, current.text)) return;
    setSaving(current.text);
    lastSent.current = current.text;
    const value = field === 'description' && current.text === '' ? null : current.text;
    const outcome = await change(current.base, { [field]: value });
    // A later text is being saved.
    if (lastSent.current !== current.text) return;
    setSaving(null);
    if (outcome.kind !== 'failed') return;
    if (findDraft(drafts.get(), item.id, field)?.text === current.text) setFailed(current.text);
    else discardFailed(item.id, field);
  }

  function discard(): void {
    discardFailed(item.id, field);
    discardDrafts(item.id, [field]);
  }

  return { text, error, state: draftState(draft, saving, failed), setText, save, discard };
}

function draftState(draft: Draft | undefined, saving: string | null, failed: string | null): DraftState {
  if (saving !== null) return 'saving';
  if (!draft) return 'stored';
  if (draft.conflictingText === draft.text) return 'undecided';
  return failed === draft.text ? 'failed' : 'typed';
}
