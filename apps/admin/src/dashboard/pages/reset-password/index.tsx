import { useFragmentToken } from '../../../ui/use-fragment-token';
import { NewPassword } from './new-password';
import { RequestLink } from './request-link';

/** Sends a link, or sets a new password if the URL is such a link (mail.md 4). */
export default function ResetPasswordPage() {
  const token = useFragmentToken();
  return token === '' ? <RequestLink /> : <NewPassword key={token} token={token} />;
}
