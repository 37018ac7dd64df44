import {
  isObject,
  isOfType,
  isText,
  longerThan,
  optional,
  quotedName,
  stringRule,
  tooLongField,
  type Issue,
  type Rule,
} from '@libs/kernel';
import type { Assignee } from '../items/assignee';
import type { Feedback } from '../items/feedback';
import type { ImportWarning } from './import';
import type { ImportTarget } from './import.ports';
import type { MergeOutcome } from './imported-merges';

/** Maximum length of a name, in code points: longer than any member's. */
const NAME_MAX = 200;
/** Maximum number of names in a message. */
const NAMED_MAX = 20;

/** A member of the account in which a file was exported. */
export interface NamedAssignee {
  readonly id: string | null;
  readonly name: string;
}

/** The name of a member, as CSV has it, or an object with the name, as JSON has it. */
const assigneeRule: Rule<NamedAssignee> = {
  schema: {
    type: ['string', 'object'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    required: ['name'],
  },
  read(value, param, issues) {
    const { id, name } = isObject(value) ? value : { id: null, name: value };
    const isName = (candidate: unknown) => typeof candidate === 'string';
    if (!isOfType<string>(isName, 'a name, or an object with one', name, param, issues))
      return { id: null, name: '' };
    if (isText(name, param, issues) && longerThan(name, NAME_MAX)) issues.push(tooLongField(param, NAME_MAX));
    return { id: typeof id === 'string' ? id.toLowerCase() : null, name };
  },
};

/** What a row refers to: the item into which its item was merged, and its assignee. */
export const REFERENCES = { merged_into: optional(stringRule), assignee: optional(assigneeRule) };

/** Returns the only member with the name; of several, the one with the ID. */
export function memberNamed(members: readonly Assignee[], { id, name }: NamedAssignee): Assignee | null {
  const named = members.filter((member) => member.name === name);
  return (named.length === 1 ? named[0] : named.find((member) => member.id === id)) ?? null;
}

/** Names all people of a file who are no members, in one message. */
export function unknownAssignees(names: readonly string[]): ImportWarning {
  const some = names.slice(0, NAMED_MAX).map(quotedName).join(', ');
  const more = names.length > NAMED_MAX ? `, and ${names.length - NAMED_MAX} more` : '';
  const message = `No member has exactly this name, so their items have no assignee: ${some}${more}`;
  return { line: null, param: 'assignee', code: 'unknown_assignee', message };
}

const UNMERGED: Readonly<Partial<Record<MergeOutcome, Pick<Issue, 'code' | 'message'>>>> = {
  unknown: { code: 'feedback_not_found', message: 'No item has the ID in merged_into' },
  circular: { code: 'merge_conflict', message: 'The item in merged_into is merged into this one' },
  full: { code: 'merge_conflict', message: 'The item in merged_into has too many duplicates' },
};

/** Returns why the item of a row was not merged; null if it was, or if the import did not create it. */
export function unmergedRow(line: number, outcome: MergeOutcome): ImportWarning | null {
  const unmerged = UNMERGED[outcome];
  if (!unmerged) return null;
  const message = `Line ${line}: ${unmerged.message}: the item was not merged`;
  return { line, param: 'merged_into', code: unmerged.code, message };
}

/** Finds the assignees of items by their names, each name once. */
export class ImportedAssignees {
  private readonly members = new Map<string, readonly Assignee[]>();
  private waiting = new Map<string, NamedAssignee>();
  private readonly missing = new Set<string>();

  get unknown(): readonly string[] {
    return [...this.missing];
  }

  add({ id }: Feedback, assignee: NamedAssignee): void {
    this.waiting.set(id, assignee);
  }

  /** Returns the items with their assignees. */
  async assigned(items: readonly Feedback[], target: ImportTarget): Promise<readonly Feedback[]> {
    const { waiting } = this;
    if (waiting.size === 0) return items;
    this.waiting = new Map();
    const names = [...new Set([...waiting.values()].map(({ name }) => name))];
    const unseen = names.filter((name) => !this.members.has(name));
    const found = unseen.length === 0 ? [] : await target.findMembers(unseen);
    for (const one of unseen)
      this.members.set(
        one,
        found.filter(({ name }) => name === one),
      );
    return items.map((item) => {
      const named = waiting.get(item.id);
      if (!named) return item;
      const assignee = memberNamed(this.members.get(named.name)!, named);
      if (!assignee) this.missing.add(named.name);
      return { ...item, assignee };
    });
  }
}
