import type { Clock, NewId, Valid } from '@libs/kernel';
import type { ItemLists } from '../lists/list.ports';
import { memberSelectionOf } from '../lists/selection';
import { inOrder, withChange, withoutView, VIEW_COUNT_MAX, withView, type View } from './view';
import type { ViewRepository } from './view.ports';
import { readParameters } from '../lists/parameters';
import type { NewView, ViewChange } from './view.rules';

/**
 * Use cases of a member's own views and of shared ones. The own views of other members, unknown IDs, and malformed IDs
 * throw `view_not_found`.
 */
export class ViewUseCases {
  constructor(
    private readonly views: ViewRepository,
    private readonly lists: Pick<ItemLists, 'countUpTo'>,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  async list(accountId: string, personId: string): Promise<readonly View[]> {
    return this.views.list(accountId, personId);
  }

  /** @throws DomainError `conflict` if there are too many views, or another one has the name */
  async create(accountId: string, personId: string, input: Valid<NewView>): Promise<View> {
    const { position, name, parameters, shared = false } = input;
    const view = { id: this.newId(this.clock()), name, parameters, shared };
    await this.views.revise(accountId, personId, (views) => withView(views, view, position));
    return view;
  }

  /** @throws DomainError `not_found`, and `conflict` if another view has the name */
  async update(accountId: string, personId: string, id: string, change: Valid<ViewChange>): Promise<View> {
    const viewId = id.toLowerCase();
    const views = await this.views.revise(accountId, personId, (all) => withChange(all, viewId, change));
    return views.find((view) => view.id === viewId)!;
  }

  /**
   * @param ids all own views, or all shared ones, in the new order
   * @throws DomainError `conflict` if these are not all views
   */
  async reorder(accountId: string, personId: string, ids: readonly string[]): Promise<readonly View[]> {
    return this.views.revise(accountId, personId, (views) =>
      inOrder(
        views,
        ids.map((id) => id.toLowerCase()),
      ),
    );
  }

  /** @throws DomainError `not_found` */
  async remove(accountId: string, personId: string, id: string): Promise<void> {
    await this.views.revise(accountId, personId, (views) => withoutView(views, id.toLowerCase()));
  }

  /** Returns the number of items of each view, at most `VIEW_COUNT_MAX`, by ID; null if counting takes too long. */
  async counts(accountId: string, personId: string): Promise<Readonly<Record<string, number | null>>> {
    const views = await this.views.list(accountId, personId);
    const filters = views.map(({ parameters }) =>
      memberSelectionOf(readParameters(parameters).values, personId),
    );
    const counts = await this.lists.countUpTo(accountId, filters, VIEW_COUNT_MAX);
    return Object.fromEntries(views.map(({ id }, i) => [id, counts[i] ?? null]));
  }

  /** Deletes all views of a deleted account. */
  async removeAll(accountId: string): Promise<void> {
    await this.views.removeAll(accountId);
  }
}
