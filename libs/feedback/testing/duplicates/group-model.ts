import type { Feedback, FeedbackRequest } from '../../src';

export type ModelRequest = Pick<FeedbackRequest, 'email' | 'company' | 'value' | 'count'> & {
  readonly isConfirmed?: boolean;
};

/** A change of groups or of requests, as a request makes it. */
export type GroupStep =
  | { readonly kind: 'merge'; readonly id: string; readonly target: string | null }
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
  /** Updates the request of the same address, and of the submission. */
  | { readonly kind: 'ask'; readonly id: string; readonly request: ModelRequest }
  | { readonly kind: 'withdraw'; readonly id: string; readonly email: string }
  /** A vote with an address, for an item that is not merged. `confirm` confirms all votes of an address (votes.md 9). */
  | { readonly kind: 'address vote'; readonly id: string; readonly email: string }
  | { readonly kind: 'confirm'; readonly email: string }
  /** Of a network, for an item that is not merged; `unvote` for the item and its duplicates. */
  | { readonly kind: 'vote' | 'unvote'; readonly id: string; readonly network: string };

export type GroupState = Pick<
  Feedback,
  'merged_into' | 'duplicate_count' | 'request_count' | 'request_value' | 'unconfirmed_votes'
>;

/**
 * A simple model of merging (items.md 11) and requests (requests.md 2): each item points to the item that it was merged
 * into, and has a list of requests, the submission first.
 */
export class GroupModel {
  private readonly pointers = new Map<string, string | null>();
  private readonly requests = new Map<string, ModelRequest[]>();
  private readonly votes = new Map<string, Set<string>>();
  /** Items with votes that wait, by address. */
  private readonly waiting = new Map<string, Set<string>>();

  constructor(submitters: ReadonlyMap<string, string | null>) {
    for (const [id, email] of submitters) {
      this.pointers.set(id, null);
      this.votes.set(id, new Set());
      this.requests.set(id, [{ email, company: null, value: null, count: 1 }]);
    }
  }

  /** Returns false if the step is not possible. Then it has no effect. */
  apply(step: GroupStep): boolean {
    if (step.kind === 'confirm') return this.confirm(step.email.toLowerCase());
    if (step.kind === 'delete') return step.ids.filter((id) => this.remove(id)).length > 0;
    if (!this.pointers.has(step.id)) return false;
    if (step.kind === 'ask') return this.ask(step.id, step.request);
    if (step.kind === 'withdraw') return this.withdraw(step.id, step.email);
    if (step.kind === 'address vote') return this.wait(step.id, step.email.toLowerCase());
    if (step.kind !== 'merge') return this.vote(step.kind, step.id, step.network);
    const { id, target } = step;
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

  private ask(id: string, request: ModelRequest): boolean {
    const requests = this.requests.get(id)!;
    const same = requests.findIndex(({ email }) => email !== null && isSame(email, request.email));
    if (same >= 0) requests[same] = { ...requests[same]!, ...request, email: requests[same]!.email };
    else requests.push(request);
    return true;
  }

  private wait(id: string, address: string): boolean {
    const group = this.groupOf(id).flatMap((one) => this.requests.get(one)!);
    const isConfirmed = group.some((one) => one.isConfirmed && isSame(address, one.email));
    if (this.rootOf(id) !== id || isConfirmed) return false;
    this.waiting.set(address, (this.waiting.get(address) ?? new Set()).add(id));
    return true;
  }

  private confirm(address: string): boolean {
    for (const id of this.waiting.get(address) ?? []) {
      if (!this.pointers.has(id)) continue;
      const requests = this.requests.get(this.rootOf(id))!;
      const same = requests.findIndex(({ email }) => isSame(address, email));
      if (same >= 0) requests[same] = { ...requests[same]!, isConfirmed: true };
      else requests.push({ email: address, company: null, value: null, count: 1, isConfirmed: true });
    }
    return this.waiting.delete(address);
  }

  private withdraw(id: string, email: string): boolean {
    const requests = this.requests.get(id)!;
    const at = requests.findIndex((request, i) => i > 0 && isSame(email, request.email));
    if (at >= 0) requests.splice(at, 1);
    return at >= 0;
  }

  private vote(kind: 'vote' | 'unvote', id: string, network: string): boolean {
    if (kind === 'vote' && this.rootOf(id) === id) this.votes.get(id)!.add(network);
    if (kind === 'unvote') for (const one of this.groupOf(id)) this.votes.get(one)!.delete(network);
    return true;
  }

  private groupOf(id: string): readonly string[] {
    const isTarget = this.rootOf(id) === id;
    return isTarget ? [...this.pointers.keys()].filter((one) => this.rootOf(one) === id) : [id];
  }

  private stateOf(id: string): GroupState {
    const root = this.rootOf(id);
    const group = this.groupOf(id);
    const requests = group.flatMap((one) =>
      this.requests.get(one)!.map((request, i) => ({ request, key: `${one} ${i}` })),
    );
    const people = new Set(requests.flatMap(({ request: { email } }) => email?.toLowerCase() ?? []));
    const unnamed = requests.map(({ request: { email, count } }) => (email === null ? count : 0));
    const values = requests.map(({ request: { company, email, value }, key }) => {
      return {
        of: company === null ? (email?.toLowerCase() ?? key) : `of ${company.toLowerCase()}`,
        value: value ?? 0,
      };
    });
    const payers = [...new Set(values.map(({ of }) => of))];
    const highest = payers.map((one) =>
      Math.max(...values.filter(({ of }) => of === one).map(({ value }) => value)),
    );
    return {
      merged_into: root === id ? null : root,
      duplicate_count: group.length - 1,
      request_count: people.size + sum(unnamed),
      request_value: sum(highest),
      unconfirmed_votes: sum(group.map((one) => this.votes.get(one)!.size)),
    };
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

const isSame = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export const groupStateOf = (item: Feedback): GroupState => ({
  merged_into: item.merged_into,
  duplicate_count: item.duplicate_count,
  request_count: item.request_count,
  request_value: item.request_value,
  unconfirmed_votes: item.unconfirmed_votes,
});
