import { t } from '../../messages';
import { Pill } from '../../ui/badges/pill';
import { useCachedSession } from '../api/session';

/** Whether an address is that of an identity token; nothing in accounts without identity keys (identity.md 6). */
export function VerifiedMark({ isVerified }: { readonly isVerified: boolean }) {
  const hasIdentity = useCachedSession()?.has_identity === true;
  if (!isVerified && !hasIdentity) return null;
  const [text, hint] = isVerified
    ? [t.items.verified, t.items.verifiedHint]
    : [t.items.notVerified, t.items.notVerifiedHint];
  return (
    <span title={hint}>
      <Pill tone={isVerified ? 'good' : 'neutral'}>{text}</Pill>
    </span>
  );
}
