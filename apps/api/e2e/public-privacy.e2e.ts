import { publicPrivacy } from './support/public-privacy';
import { useService } from './support/use-service';

/** public.md 4 */
describe('public pages', () => {
  publicPrivacy(useService({ FORM_PER_MINUTE: '1000000', FORM_PER_HOUR: '1000000' }), 1, 60);
});
