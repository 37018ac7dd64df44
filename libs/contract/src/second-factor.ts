/** `GET second-factor`. `POST second-factor/turn-off` with `password` and `code` turns it off. */
export interface SecondFactorState {
  readonly active: boolean;
  readonly active_since: string | null;
  readonly recovery_codes_left: number;
  /** Whether the account requires it. */
  readonly required: boolean;
}

/** `POST second-factor`: a secret for an authenticator app. It has no effect until `POST second-factor/confirm`. */
export interface SecondFactorSetup {
  /** In base32. */
  readonly secret: string;
  /** An `otpauth:` URL, for a QR code. */
  readonly url: string;
}

/** `POST second-factor/confirm` and `POST second-factor/recovery-codes`, both with `code`. The codes are shown once. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

/** `POST session/second-factor`: returns a `SessionInfo`. `challenge` is the one of 401 `second_factor_required`. */
export interface SecondStepBody {
  readonly challenge: string;
  /** A code of the authenticator app, or a recovery code. */
  readonly code: string;
}
