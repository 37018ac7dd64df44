import { isOutage } from '@libs/postgres';
import { AccountExport } from '../account/account-export';
import { isSignUpOpen } from '../account/sign-up';
import { clock } from '../clock';
import type { Config } from '../config';
import { CursorCodec } from '../cursors/cursor';
import { ExportDownloads } from '../export/export-downloads';
import { JsonDownloads } from '../export/json-downloads';
import { FormUrls } from '../form-settings/form-settings.http';
import { ErrorFilter } from '../http/error.filter';
import { ImportUploads } from '../import/import.http';
import { FeedbackAddress } from '../items/feedback.controller';
import { KeyedMac } from '../keyed-mac';
import { InvitationAddress } from '../members/members.http';
import { NotificationStreams } from '../notifications/notification-streams';
import { AddressLimits } from '../sessions/address-limits';
import { DeviceCookie } from '../sessions/device-cookie';
import { SessionCookie } from '../sessions/session-cookie';
import { SessionIssuer } from '../sessions/session-issuer';
import { SessionInfos } from '../sessions/session.http';
import type { Contexts } from './service';

/** What controllers use besides use cases. */
export function createHttpTools(config: Config, contexts: Contexts) {
  const { PUBLIC_URL } = config;
  const { accounts, feedback, limits, notifications, secrets, signIn, webhooks } = contexts;
  const { exportTimeouts, uploadTimeouts } = feedback;
  const { sessions } = signIn;
  const formUrls = new FormUrls(PUBLIC_URL);
  const addressLimits = new AddressLimits(config, limits.stores.addresses, limits.stores.clients);
  const exported = {
    members: accounts.members,
    keys: accounts.keys,
    feedback: feedback.items,
    quarantine: feedback.quarantine,
    notes: feedback.notes,
  };
  return {
    errorFilter: new ErrorFilter(isOutage),
    cursors: new CursorCodec(secrets.shared.cursor),
    feedbackAddress: new FeedbackAddress(`${PUBLIC_URL}/api/v1/feedback`),
    formUrls,
    jsonDownloads: new JsonDownloads(exportTimeouts),
    exportDownloads: new ExportDownloads(feedback.exports, exportTimeouts),
    importUploads: new ImportUploads(feedback.imports, uploadTimeouts),
    notificationStreams: new NotificationStreams(notifications.useCases),
    addressLimits,
    sessionIssuer: new SessionIssuer(
      sessions,
      new SessionCookie(PUBLIC_URL),
      new DeviceCookie(PUBLIC_URL, new KeyedMac(secrets.shared.device), clock),
      new SessionInfos(limits.statuses, PUBLIC_URL, webhooks.endpoints, sessions, isSignUpOpen(config)),
      addressLimits,
    ),
    invitationAddress: new InvitationAddress(PUBLIC_URL),
    accountExport: new AccountExport(exported, formUrls),
  };
}
