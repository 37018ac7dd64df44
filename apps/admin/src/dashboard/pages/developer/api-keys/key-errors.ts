import { t } from '../../../../messages';

const { limit, inactive } = t.developer.errors;

/** Messages by error code, for actions on keys. */
export const KEY_ERRORS = { api_key_limit_reached: limit, api_key_not_found: inactive };
