import { t } from '../../messages';
import { Pill } from '../../ui/badges/pill';
import { useCachedSession } from '../api/session';

/** Whether an address is that of an identity token; nothing in accounts without identity keys (identity.md 6). */
export function VerifiedMark({ isVerified }: { readonly isVerified: boolean }) {
  const hasIdentity = useCachedSession()?.has_identity === true;
  if (!isVerified && !hasIdentity) return null;
  const [text, hint] = isVerified ? [t.verified.yes, t.verified.yesHint] : [t.verified.no, t.verified.noHint];
  return (
    <span title={hint}>
      <Pill tone={isVerified ? 'good' : 'neutral'}>{text}</Pill>
    </span>
  );
}
