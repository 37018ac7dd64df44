import type { ViewParameters } from '@libs/feedback';

/** A saved selection of the inbox (dashboard.md 15). */
export interface View {
  readonly id: string;
  readonly name: string;
  /** Query parameters of `GET feedback`. */
  readonly parameters: ViewParameters;
  /** Names of stored parameters that `GET feedback` does not accept. They are not in `parameters`. */
  readonly ignored: readonly string[];
  /** Whether all members of the account have it. */
  readonly shared: boolean;
}

/** `POST views`: 201 `Data<View>`. */
export interface NewViewBody {
  readonly name: string;
  readonly parameters: ViewParameters;
  /** Number of views before it. Default: last. */
  readonly position?: number;
  /** Default: false. */
  readonly shared?: boolean;
}

/** `PATCH views/:id`: 200 `Data<View>`. */
export type ViewChangeBody = Partial<Omit<NewViewBody, 'position'>>;

/** `PUT views/order`: 200 `Data<View[]>`. */
export interface ViewOrderBody {
  /** Every own view, or every shared one, in the new order. */
  readonly ids: readonly string[];
}

/** `GET views/counts`: items by view ID, at most `VIEW_COUNT_MAX`. Null if counting takes too long. */
export type ViewCounts = Readonly<Record<string, number | null>>;

// `GET views` 200 `Data<View[]>`; `DELETE views/:id` 204.
