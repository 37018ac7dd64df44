export type State = 'ok' | 'warning' | 'failed';

/** The result of a check. Unless the state is `ok`, the message says what to do. */
export interface Check {
  readonly name: string;
  readonly state: State;
  readonly message: string;
}

const check =
  (state: State) =>
  (name: string, message: string): Check => ({ name, state, message });

export const ok = check('ok');
export const warning = check('warning');
export const failed = check('failed');
