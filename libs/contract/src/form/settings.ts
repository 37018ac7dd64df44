import type {
  EmailField,
  Language,
  PublicCounts,
  RoadmapStatus,
  StatusMessages,
} from '@libs/accounts/limits';
import type { Status } from '@libs/feedback';

/** Response of `GET form` and `PATCH form`. */
export interface FormSettings {
  readonly slug: string;
  readonly open: boolean;
  /** Null: the default text, which contains the account name. */
  readonly heading: string | null;
  readonly introduction: string | null;
  readonly thanks: string | null;
  /** `#rrggbb` in lowercase; null: the default color. */
  readonly accent: string | null;
  readonly email_field: EmailField;
  /** Null: the language of the visitor. */
  readonly language: Language | null;
  /** Whether people who give their address get a receipt. */
  readonly receipts: boolean;
  /** Whether the dashboard offers to tell followers of a new status. */
  readonly status_messages: StatusMessages;
  /** Whether submissions need an identity token. */
  readonly require_identity: boolean;
  /** Form URL: `<base_url>/f/<slug>`. */
  readonly url: string;
  /** Previous slugs, newest first. Links and widgets that use them keep working. */
  readonly aliases: readonly string[];
}

/** `PATCH form`: absent members stay unchanged; null restores the default. */
export type FormChange = Partial<Omit<FormSettings, 'url' | 'aliases'>>;

/** Response of `GET public-pages` and `PATCH public-pages`. */
export interface PublicPages {
  readonly roadmap: boolean;
  readonly changelog: boolean;
  readonly statuses: readonly RoadmapStatus[];
  readonly counts: PublicCounts;
  readonly votes: boolean;
  readonly search_engines: boolean;
  readonly introduction: string | null;
}

/** `PATCH public-pages`: absent members stay unchanged. */
export type PublicPagesChange = Partial<PublicPages>;

/** Response of `GET public-pages/unmoved`: planned and building cards that have not moved for 60 days. */
export interface UnmovedCard {
  readonly id: string;
  /** The public title. */
  readonly title: string;
  readonly status: Status;
  readonly moved_at: string;
}
