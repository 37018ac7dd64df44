import type { MailResult } from '@libs/accounts';
import type { RenderedMail } from './mail.template';

/** The result of sending a message. */
export type SendResult = MailResult & {
  /** What the server replied, or why there was no reply. Can contain the email address. */
  readonly response: string;
  /** The code of the error, such as `EAUTH`. */
  readonly code?: string;
};

/** Sends messages to a mail server. */
export interface MailSender {
  /**
   * Sends one message. Doesn't reject.
   * @param id the same for every attempt to send this message
   */
  send(id: string, mail: RenderedMail): Promise<SendResult>;
  /** Connects and signs in. @throws Error if that fails */
  verify(): Promise<void>;
  close(): void;
}
