/** A successful response. An error is an `ErrorBody`. */
export interface Data<T> {
  readonly data: T;
}

/** A page of a list with cursor pagination. */
export interface ListPage<T> {
  readonly data: readonly T[];
  readonly pagination: {
    readonly limit: number;
    readonly has_more: boolean;
    /** Null on the last page. */
    readonly next_cursor: string | null;
  };
}

export interface ErrorBody {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly details?: readonly { readonly param: string; readonly code: string; readonly message: string }[];
    readonly request_id: string;
    /** For the second step of a sign-in, with the code `second_factor_required`. */
    readonly challenge?: string;
  };
}
