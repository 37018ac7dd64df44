/** Response of `POST submitters/erase`: what contains the email address, or what was erased. */
export interface SubmitterErasure {
  readonly items: number;
  readonly requests: number;
  readonly quarantined: number;
  readonly notes: number;
  readonly changelog: number;
  readonly events: number;
  readonly history: number;
  readonly responses: number;
  /** If false, repeat the request: there are more items than one request erases. */
  readonly complete: boolean;
}
