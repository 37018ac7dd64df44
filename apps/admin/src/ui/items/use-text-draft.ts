import type { Item } from '@libs/api-client';
import { DESCRIPTION_MAX, descriptionRule, TITLE_MAX, titleRule } from '@libs/feedback';
import type { Issue } from '@libs/kernel';
import { useState } from 'react';
import { t } from '../../messages';
import { draftOf, drafts, forgetDrafts, keepDraft, type TextField } from './drafts';
import { useStore } from './store';
import { useItemActions } from './use-item-actions';

const RULES = {
  title: { rule: titleRule, max: TITLE_MAX },
  description: { rule: descriptionRule, max: DESCRIPTION_MAX },
} as const;

/** What is wrong with a text, in plain words; null when it can be stored. */
export function faultOf(field: TextField, text: string): string | null {
  const issues: Issue[] = [];
  const { rule, max } = RULES[field];
  rule.read(text, field, issues);
  const code = issues[0]?.code;
  if (code === undefined) return null;
  if (code === 'too_long') return t.items.errors.too_long(max);
  return t.items.errors[code as 'empty_value'] ?? issues[0]!.message;
}

export const maxOf = (field: TextField): number => RULES[field].max;

export type DraftState = 'stored' | 'typed' | 'saving' | 'failed';

/** One text of an item while it is edited: typed text lives until it is stored or taken back. */
export function useTextDraft(item: Item, field: TextField) {
  const draft = draftOf(useStore(drafts), item.id, field);
  const { change } = useItemActions();
  const [saving, setSaving] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const text = draft?.text ?? item[field] ?? '';
  const fault = draft ? faultOf(field, text) : null;

  function type(next: string): void {
    setFailed(null);
    // Held against the version it was begun on: what somebody else has changed since is not overwritten unseen.
    if (next === (item[field] ?? '')) forgetDrafts(item.id, [field]);
    else keepDraft(item.id, field, { text: next, base: draft?.base ?? item });
  }

  async function save(): Promise<void> {
    if (!draft || saving === draft.text || faultOf(field, draft.text)) return;
    const { base } = draft;
    setSaving(draft.text);
    const value = field === 'description' && draft.text === '' ? null : draft.text;
    const outcome = await change(base, { [field]: value });
    setSaving(null);
    const now = draftOf(drafts.get(), item.id, field);
    if (outcome.kind === 'saved') {
      // More may have been typed while it was on its way; that stands upon what is stored now.
      if (now) keepDraft(item.id, field, { ...now, base: outcome.item });
    } else if (outcome.kind === 'conflict') {
      if (now) keepDraft(item.id, field, { ...now, base: outcome.conflict.theirs });
    } else {
      setFailed(draft.text);
    }
  }

  const state: DraftState =
    saving !== null ? 'saving' : !draft ? 'stored' : failed === draft.text ? 'failed' : 'typed';
  return { text, fault, state, type, save, discard: () => forgetDrafts(item.id, [field]) };
}
