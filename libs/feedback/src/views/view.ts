import { DomainError, folded } from '@libs/kernel';
import type { ViewChange } from './view.rules';

/** Maximum number of a member's own views, and of the shared views of an account. */
export const VIEWS_MAX = 30;
/** Maximum length of a view's name, in code points. */
export const VIEW_NAME_MAX = 60;
/** Counts of views stop here: this number means "or more". */
export const VIEW_COUNT_MAX = 1_000;

/** Query parameters of a member's list by name, without pagination, as text. */
export type ViewParameters = Readonly<Record<string, string>>;

/**
 * A saved selection of the inbox. Views are in a list: first a member's own, then those that all members share
 * (dashboard.md 15).
 */
export interface View {
  readonly id: string;
  readonly name: string;
  readonly parameters: ViewParameters;
  /** Whether all members of the account have it. */
  readonly shared: boolean;
}

export const viewNotFound = (): DomainError =>
  new DomainError('not_found', 'view_not_found', 'View not found');

const viewLimitReached = (): DomainError =>
  new DomainError('conflict', 'view_limit_reached', `Too many views (maximum ${VIEWS_MAX})`);

const viewNameTaken = (): DomainError =>
  new DomainError('conflict', 'view_name_taken', 'Another view has this name');

const viewsChanged = (): DomainError =>
  new DomainError('conflict', 'views_changed', 'ids must list every view once; read the views again');

/** @throws DomainError `view_limit_reached`, `view_name_taken` */
export function withView(views: readonly View[], view: View, position = VIEWS_MAX): readonly View[] {
  const [same, others] = [likewise(views, view.shared), likewise(views, !view.shared)];
  if (same.length >= VIEWS_MAX) throw viewLimitReached();
  assertNameIsFree(same, view);
  return inGroups([...same.toSpliced(position, 0, view), ...others]);
}

/** The own views, or the shared ones. */
const likewise = (views: readonly View[], shared: boolean) => views.filter((view) => view.shared === shared);
const inGroups = (views: readonly View[]) => [...likewise(views, false), ...likewise(views, true)];

/**
 * A view that starts or ends to be shared is last among the others.
 * @throws DomainError `view_not_found`, `view_name_taken`, `view_limit_reached`
 */
export function withChange(views: readonly View[], id: string, change: ViewChange): readonly View[] {
  const current = views.find((view) => view.id === id);
  if (!current) throw viewNotFound();
  const { name = current.name, parameters = current.parameters, shared = current.shared } = change;
  const changed = { id, name, parameters, shared };
  if (shared !== current.shared) return withView(withoutView(views, id), changed);
  assertNameIsFree(likewise(views, shared), changed);
  return views.map((view) => (view === current ? changed : view));
}

/**
 * @param ids every own view, or every shared one, in the new order
 * @throws DomainError `views_changed`
 */
export function inOrder(views: readonly View[], ids: readonly string[]): readonly View[] {
  const { shared = false } = views.find(({ id }) => id === ids[0]) ?? {};
  const same = likewise(views, shared);
  const ordered = ids.flatMap((id) => same.find((view) => view.id === id) ?? []);
  if (ids.length !== same.length || new Set(ordered).size !== same.length) throw viewsChanged();
  return inGroups([...ordered, ...likewise(views, !shared)]);
}

/** @throws DomainError `view_not_found` */
export function withoutView(views: readonly View[], id: string): readonly View[] {
  const rest = views.filter((view) => view.id !== id);
  if (rest.length === views.length) throw viewNotFound();
  return rest;
}

function assertNameIsFree(views: readonly View[], { id, name }: View): void {
  const key = folded(name);
  if (views.some((view) => view.id !== id && folded(view.name) === key)) throw viewNameTaken();
}
