import { HttpsProxyAgent } from 'https-proxy-agent';
import { AttemptError } from './attempt-error';

type Connect = HttpsProxyAgent<string>['connect'];

/** Sends requests through tunnels of a CONNECT proxy. The package would return a refusal of the proxy as the response. */
export class ProxyAgent extends HttpsProxyAgent<string> {
  /** @throws AttemptError about the proxy */
  override async connect(...[request, options]: Parameters<Connect>): ReturnType<Connect> {
    let status = 0;
    request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => (status = statusCode));
    const socket = await super.connect(request, options).catch(() => {
      throw new AttemptError('proxy is not available');
    });
    if (status !== 200) throw new AttemptError(`proxy returned status ${status}`);
    return socket;
  }
}
