/** Servers that verify webhooks: the code of docs/guides/webhooks.md, which its tests run. */
export const RECEIVERS = {
  javascript: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

function isValid(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - timestamp) < 300)) return false;
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const received = Buffer.from(signature.replace('v1,', ''), 'base64');
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (!isValid(request.headers, body)) return response.writeHead(400).end();
    const event = JSON.parse(body);
    console.log(event.type, event.id);
    response.writeHead(204).end();
  });
}).listen(process.env.PORT ?? 4000);`,

  python: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_valid(headers, body):
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) >= 300:
        return False
    signed = f'{headers.get("webhook-id")}.{timestamp}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if is_valid(self.headers, body):
            event = json.loads(body)
            print(event["type"], event["id"], flush=True)
            self.send_response(204)
        else:
            self.send_response(400)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", "4000"))), Handler).serve_forever()`,
} as const;
