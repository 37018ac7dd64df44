/** Describes in one line why the process cannot listen, and what to do. */
export function listenProblem(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  variable: 'PORT' | 'METRICS_PORT',
  port: number,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${variable} ${port} is already in use on ${host}: stop the other program, or choose another port, such as ${variable}=${port + 1}`;
    case 'EACCES':
      return `${variable} ${port} requires more permissions than this user has: choose a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not a host name or IP address of this machine`;
    default:
      return `HOST ${host}, ${variable} ${port}: ${message}`;
  }
}
