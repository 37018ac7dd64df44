import type { FastifyReply, FastifyRequest } from 'fastify';

export const EVENT_STREAM = 'text/event-stream';

/** Whether the client wants a stream: it lists the media type, and doesn't exclude it. */
export const wantsStream = (accept: string | undefined): boolean =>
  accept !== undefined &&
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === EVENT_STREAM && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Sends the headers of a stream. Returns false for HEAD, whose response is then complete. */
export function startEventStream({ method }: FastifyRequest, reply: FastifyReply): boolean {
  reply.headers({ 'content-type': `${EVENT_STREAM}; charset=utf-8`, 'x-accel-buffering': 'no' });
  if (method === 'HEAD') {
    void reply.send('');
    return false;
  }
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  return true;
}
