import type { Source } from '../items/feedback.rules';
import type { QuarantineRepository } from '../quarantine/quarantine.ports';
import type { ViewRepository } from '../views/view.ports';
import { memberSelectionOf } from '../lists/selection';
import { readParameters } from '../lists/parameters';
import type { DigestMailContent, DigestMailRepository, EventPeriod } from './digest-mail';

/** What messages about new feedback contain (notifications.md 6). */
export class DigestMailUseCases {
  /** @param sources the sources of new feedback */
  constructor(
    private readonly stored: DigestMailRepository,
    private readonly views: Pick<ViewRepository, 'list'>,
    private readonly quarantine: Pick<QuarantineRepository, 'count'>,
    private readonly sources: readonly Source[],
  ) {}

  /**
   * Summarizes a period, and returns the name of the view.
   * @param viewId a view of the person; null for all items, as for a view that doesn't exist
   */
  async newFeedback(
    { accountId, personId }: { readonly accountId: string; readonly personId: string },
    viewId: string | null,
    period: EventPeriod,
  ): Promise<DigestMailContent & { readonly view: string | null }> {
    const views = viewId === null ? [] : await this.views.list(accountId, personId);
    const view = views.find(({ id }) => id === viewId);
    const {
      merged: _merged,
      merged_into: _into,
      ...filter
    } = memberSelectionOf(readParameters(view?.parameters ?? {}).values, personId);
    const content = await this.stored.read(accountId, { ...period, filter, sources: this.sources });
    return { ...content, view: view?.name ?? null };
  }

  /** Counts the items in quarantine. */
  quarantined(accountId: string): Promise<number> {
    return this.quarantine.count(accountId);
  }
}
