import {
  ACCOUNT_NAME_MAX,
  ALLOWED_ORIGINS_MAX,
  API_KEY_NAME_MAX,
  API_KEYS_MAX,
  EXPIRY_DAYS,
  FORM_HEADING_MAX,
  FORM_TEXT_MAX,
  OVERLAPS_SECONDS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SLUG_MAX,
  SLUG_MIN,
} from '@libs/accounts';
import { BOUNDS } from '@libs/contract';

it('the dashboard tells the bounds that accounts keep', () => {
  expect(BOUNDS).toEqual({
    accountName: ACCOUNT_NAME_MAX,
    password: { min: PASSWORD_MIN, max: PASSWORD_MAX },
    slug: { min: SLUG_MIN, max: SLUG_MAX },
    form: { heading: FORM_HEADING_MAX, introduction: FORM_TEXT_MAX, thanks: FORM_TEXT_MAX },
    keys: API_KEYS_MAX,
    keyName: API_KEY_NAME_MAX,
    keyOrigins: ALLOWED_ORIGINS_MAX,
    keyExpiryDays: EXPIRY_DAYS,
    keyOverlapSeconds: OVERLAPS_SECONDS,
  });
});
