import type { InvitationOffer } from '@libs/contract';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../../api/requests/client';
import { useInvitation } from '../../api/team/members';
import { useOptionalSession } from '../../api/session';
import { t } from '../../../messages';
import { errorMessage } from '../../../ui/error-messages';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { Splash } from '../../shell/splash';
import { JoinAs } from './join-as';
import { JoinForm } from './join-form';
import { SignInToJoin } from './sign-in-to-join';

const texts = t.invite;

/** Joins an account. The token is in the fragment of the URL, which browsers don't send to the service (team.md 5). */
export default function InvitePage() {
  const token = useLocation().hash.slice(1);
  const invitation = useInvitation(token);
  const session = useOptionalSession();
  if (token === '' || isInvalid(invitation.error)) return <InvalidInvitation isSignedIn={!!session.data} />;
  if (invitation.error) {
    return (
      <AuthLayout title={texts.failedTitle} lead={errorMessage(invitation.error)}>
        <Button fullWidth onClick={() => void invitation.refetch()}>
          {texts.retry}
        </Button>
      </AuthLayout>
    );
  }
  if (!invitation.data || session.isPending) return <Splash />;
  const { account, role, inviter } = invitation.data;
  const lead = texts.lead(inviter.name, account.name, t.members.roles[role].name);
  return (
    <AuthLayout title={texts.title(account.name)} lead={lead}>
      {session.data ? (
        <JoinAs token={token} accountName={account.name} session={session.data} />
      ) : (
        <SignedOut token={token} invitation={invitation.data} />
      )}
    </AuthLayout>
  );
}

/** Joins as a new person, or as one who signs in. Someone who has left all accounts can sign in only here. */
function SignedOut({ token, invitation }: { readonly token: string; readonly invitation: InvitationOffer }) {
  const [hasSignIn, setHasSignIn] = useState(false);
  return (
    <>
      {hasSignIn ? (
        <SignInToJoin token={token} suggestedEmail={invitation.email ?? ''} />
      ) : (
        <JoinForm token={token} suggestedEmail={invitation.email ?? ''} />
      )}
      <AuthLayout.Aside>
        <p>
          {hasSignIn ? texts.newHere : texts.haveOne}{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => setHasSignIn(!hasSignIn)}
          >
            {hasSignIn ? texts.createInstead : texts.signInInstead}
          </Anchor>
        </p>
      </AuthLayout.Aside>
    </>
  );
}

function InvalidInvitation({ isSignedIn }: { readonly isSignedIn: boolean }) {
  return (
    <AuthLayout title={texts.invalidTitle} lead={texts.invalidLead}>
      <Button component={Link} to={isSignedIn ? '/inbox' : '/sign-in'} variant="default" fullWidth>
        {isSignedIn ? texts.open : texts.signIn}
      </Button>
    </AuthLayout>
  );
}

/** Expired, revoked, used, or mistyped: the service doesn't tell which. */
const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && !error.isTemporary && error.status >= 400;
