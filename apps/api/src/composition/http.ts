import { isOutage } from '@libs/postgres';
import { AccountExport } from '../account/account-export';
import { isSignUpOpen } from '../account/sign-up';
import { clock } from '../clock';
import { PublicUrls, type Config } from '../config';
import { CursorCodec } from '../cursors/cursor';
import { ExportDownloads } from '../export/export-downloads';
import { ErrorFilter } from '../http/error.filter';
import { JsonDownloads } from '../http/responses/json-downloads';
import { ImportUploads } from '../import/import.http';
import { TokenSenders } from '../items/token-senders';
import { KeyedMac } from '../keyed-mac';
import { NotificationStreams } from '../notifications/notification-streams';
import { AddressLimits } from '../sign-in/address-limits';
import { DeviceCookie } from '../sign-in/device-cookie';
import { SessionCookie } from '../sign-in/session-cookie';
import { SessionIssuer } from '../sign-in/session-issuer';
import { SessionInfos } from '../sign-in/session-infos';
import { renderMail } from '../mail/mail.template';
import { StatusMessagePreviews } from '../status-messages/status-message-previews';
import { AddressLimit } from '../http/address-limit';
import type { Contexts } from './service';

/** Messages that show a member what people will be told (rate-limits.md 7). */
const TESTS_PER_HOUR = 20;

/** What controllers use besides use cases. */
export function createHttpTools(config: Config, contexts: Contexts) {
  const { PUBLIC_URL } = config;
  const { accounts, feedback, identity, limits, mail, notifications, secrets, signIn, webhooks } = contexts;
  const { exportTimeouts, uploadTimeouts } = feedback;
  const { sessions } = signIn;
  const urls = new PublicUrls(PUBLIC_URL);
  const addressLimits = new AddressLimits(config, limits.stores.addresses, limits.stores.clients);
  const exported = {
    members: accounts.members,
    keys: accounts.keys,
    feedback: feedback.items,
    quarantine: feedback.quarantine,
    notes: feedback.notes,
    requests: feedback.requests,
    followers: feedback.followers,
    statusMessages: feedback.statusMessages,
    changelog: feedback.changelog,
  };
  return {
    errorFilter: new ErrorFilter(isOutage),
    cursors: new CursorCodec(secrets.shared.cursor),
    urls,
    jsonDownloads: new JsonDownloads(exportTimeouts),
    exportDownloads: new ExportDownloads(feedback.exports, exportTimeouts),
    tokenSenders: new TokenSenders(accounts.keys, accounts.accounts, identity.identity, feedback.followers),
    importUploads: new ImportUploads(feedback.imports, uploadTimeouts),
    notificationStreams: new NotificationStreams(notifications.useCases),
    addressLimits,
    sessionIssuer: new SessionIssuer(
      sessions,
      new SessionCookie(PUBLIC_URL),
      new DeviceCookie(PUBLIC_URL, new KeyedMac(secrets.shared.device), clock),
      new SessionInfos(limits.statuses, webhooks.endpoints, sessions, {
        baseUrl: PUBLIC_URL,
        isSignUpOpen: isSignUpOpen(config),
        sendsMail: config.SMTP_URL !== undefined,
      }),
      addressLimits,
    ),
    accountExport: new AccountExport(exported, urls),
    statusMessagePreviews: new StatusMessagePreviews({
      messages: feedback.statusMessages,
      mail: mail.composer && {
        contentOf: (account, told) => mail.followerMail.statusUpdateOf(account, told),
        render: (content) => renderMail(content, PUBLIC_URL),
        composer: mail.composer,
        outbox: mail.outbox,
      },
      publicUrl: PUBLIC_URL,
      limit: new AddressLimit(limits.stores.addresses, 'status tests', [
        { name: 'hour', limit: TESTS_PER_HOUR },
      ]),
    }),
  };
}
