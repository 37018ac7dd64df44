/** Tells the worker of this process that a message will be due soon. */
export class MailNudge {
  private listener = (): void => {};

  listen(listener: () => void): void {
    this.listener = listener;
  }

  announce(): void {
    this.listener();
  }
}
