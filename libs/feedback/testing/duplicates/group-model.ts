import { NOT_MERGED, type Feedback } from '../../src';

/** A change of groups, as a request makes it. */
export type GroupStep =
  | { readonly kind: 'merge'; readonly id: string; readonly target: string | null }
  | { readonly kind: 'delete'; readonly ids: readonly string[] };

export type GroupState = Pick<Feedback, 'merged_into' | 'duplicate_count' | 'request_count'>;

/** A simple model of merging (items.md 11): each item points to the item that it was merged into. */
export class GroupModel {
  private readonly pointers = new Map<string, string | null>();

  constructor(private readonly submitters: ReadonlyMap<string, string | null>) {
    for (const id of submitters.keys()) this.pointers.set(id, null);
  }

  /** Returns false if the step is not possible. Then it has no effect. */
  apply(step: GroupStep): boolean {
    if (step.kind === 'delete') return step.ids.filter((id) => this.remove(id)).length > 0;
    const { id, target } = step;
    if (!this.pointers.has(id)) return false;
    const root = this.rootOf(id);
    if (target === (root === id ? null : root)) return true;
    if (target !== null && (!this.pointers.has(target) || this.pointers.get(target) || target === id))
      return false;
    this.pointers.set(id, target);
    return true;
  }

  states(): Record<string, GroupState> {
    return Object.fromEntries([...this.pointers.keys()].map((id) => [id, this.stateOf(id)]));
  }

  private stateOf(id: string): GroupState {
    const root = this.rootOf(id);
    if (root !== id) return { ...NOT_MERGED, merged_into: root };
    const group = [...this.pointers.keys()].filter((one) => this.rootOf(one) === id);
    const submitters = group.map((one) => this.submitters.get(one)?.toLowerCase() ?? one);
    return { merged_into: null, duplicate_count: group.length - 1, request_count: new Set(submitters).size };
  }

  private remove(id: string): boolean {
    const parent = this.pointers.get(id);
    if (parent === undefined) return false;
    this.pointers.delete(id);
    for (const [child, pointer] of this.pointers) if (pointer === id) this.pointers.set(child, parent);
    return true;
  }

  private rootOf(id: string): string {
    const pointer = this.pointers.get(id);
    return pointer ? this.rootOf(pointer) : id;
  }
}

export const groupStateOf = ({ merged_into, duplicate_count, request_count }: Feedback): GroupState => ({
  merged_into,
  duplicate_count,
  request_count,
});
