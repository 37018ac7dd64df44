import { publicPrivacy } from './support/public-privacy';
import { useService } from './support/use-service';

/** public.md 4 */
describe('public pages, in many random histories', () => {
  publicPrivacy(useService({ FORM_PER_MINUTE: '1000000', FORM_PER_HOUR: '1000000' }), 6, 200);
});
