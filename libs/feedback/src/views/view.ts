import { DomainError } from '@libs/kernel';
import type { ViewChange } from './view.rules';

/** Maximum number of views of an owner. */
export const VIEWS_MAX = 30;
/** Maximum length of a view's name, in code points. */
export const VIEW_NAME_MAX = 60;
/** Counts of views stop here: this number means "or more". */
export const VIEW_COUNT_MAX = 1_000;

/** Query parameters of an owner's list by name, without pagination, as text. */
export type ViewParameters = Readonly<Record<string, string>>;

/** A saved selection of the inbox. The order of an owner's views is part of their list (dashboard.md 15). */
export interface View {
  readonly id: string;
  readonly name: string;
  readonly parameters: ViewParameters;
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
export function withView(views: readonly View[], view: View, position = views.length): readonly View[] {
  if (views.length >= VIEWS_MAX) throw viewLimitReached();
  assertNameIsFree(views, view);
  return views.toSpliced(position, 0, view);
}

/** @throws DomainError `view_not_found`, `view_name_taken` */
export function withChange(views: readonly View[], id: string, change: ViewChange): readonly View[] {
  const current = views.find((view) => view.id === id);
  if (!current) throw viewNotFound();
  const { name = current.name, parameters = current.parameters } = change;
  const changed = { id, name, parameters };
  assertNameIsFree(views, changed);
  return views.map((view) => (view === current ? changed : view));
}

/**
 * @param ids every view, in the new order
 * @throws DomainError `views_changed`
 */
export function inOrder(views: readonly View[], ids: readonly string[]): readonly View[] {
  const ordered = ids.map((id) => views.find((view) => view.id === id));
  const isComplete = ids.length === views.length && new Set(ids).size === ids.length;
  if (!isComplete || ordered.includes(undefined)) throw viewsChanged();
  return ordered as View[];
}

/** @throws DomainError `view_not_found` */
export function withoutView(views: readonly View[], id: string): readonly View[] {
  const rest = views.filter((view) => view.id !== id);
  if (rest.length === views.length) throw viewNotFound();
  return rest;
}

function assertNameIsFree(views: readonly View[], { id, name }: View): void {
  const key = name.toLowerCase();
  if (views.some((view) => view.id !== id && view.name.toLowerCase() === key)) throw viewNameTaken();
}
