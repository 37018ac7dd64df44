import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Caller } from '@libs/accounts';
import type { DomainError } from '@libs/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed, routeNotFound } from './errors';

/** What a route says about itself; the pipeline acts on it, a test walks the router to see that each says it. */
export interface RouteAccess {
  /**
   * `api-key`: an integrator's key. `mcp`: such a key in the hands of an agent. `owner`: a session of the dashboard.
   * `newcomer`: the dashboard before there is a session. `visitor`: an end user at a form. `anyone`: no data behind it.
   */
  readonly caller: 'api-key' | 'mcp' | 'owner' | 'newcomer' | 'visitor' | 'anyone';
  /** Which keys may call it (api-keys.md 3). */
  readonly permissions?: readonly Caller['permission'][];
  /** Media types it takes as a body; none means a body is never read. */
  readonly consumes?: readonly string[];
  /** Whether its body is no JSON and is handed on as it comes; such a route asks `recheckAccess` before it keeps anything. */
  readonly streams?: boolean;
  /** Largest body in bytes. */
  readonly bodyLimit?: number;
  /** Shows a person what went wrong, where the visitor is one; else the answer is JSON. */
  readonly errorPage?: (error: DomainError, status: number, request: FastifyRequest) => string;
  /** Whether it reads query parameters; elsewhere each one is refused. */
  readonly query?: boolean;
}

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- how Fastify takes a route's config type
  interface FastifyContextConfig extends Partial<RouteAccess> {}
  interface FastifyRequest {
    caller: Caller | null;
    /** Of a route that streams: asks the database again who calls. @throws DomainError `authentication` */
    recheckAccess: (() => Promise<void>) | null;
  }
}

const SLOW_MS = 100;

/**
 * Whether so much time has passed since it was asked who calls that it has to be asked again: a body may come slowly,
 * and a key be revoked, a session or the whole account be gone, before its last byte is there.
 */
export const needsRecheck = (reply: FastifyReply): boolean => reply.elapsedTime >= SLOW_MS;

export const JSON_BODY_LIMIT = 262_144;

/** A route of the REST API, for the holders of such keys. */
export const ForApiKey = (
  permissions: readonly Caller['permission'][],
  more: Pick<RouteAccess, 'consumes' | 'streams' | 'query' | 'bodyLimit'> = {},
) =>
  RouteConfig({ caller: 'api-key', permissions, bodyLimit: JSON_BODY_LIMIT, ...more } satisfies RouteAccess);

/** The endpoint of MCP, for the holders of such keys (mcp.md 2). */
export const ForMcp = (more: Required<Pick<RouteAccess, 'permissions' | 'consumes' | 'bodyLimit'>>) =>
  RouteConfig({ caller: 'mcp', ...more } satisfies RouteAccess);

/** A route of the dashboard's own API, for the owner who is signed in (dashboard.md 1). */
export const ForOwner = (more: Pick<RouteAccess, 'consumes' | 'streams' | 'query' | 'bodyLimit'> = {}) =>
  RouteConfig({ caller: 'owner', bodyLimit: JSON_BODY_LIMIT, ...more } satisfies RouteAccess);

/** A route of the dashboard's own API for whoever has not signed in yet: signing up, signing in. */
export const ForSignedOut = (more: Pick<RouteAccess, 'consumes' | 'query'> = {}) =>
  RouteConfig({ caller: 'newcomer', bodyLimit: JSON_BODY_LIMIT, ...more } satisfies RouteAccess);

/** A route for end users, who have no credential. */
export const ForVisitor = (more: Pick<RouteAccess, 'consumes' | 'bodyLimit' | 'errorPage'> = {}) =>
  RouteConfig({ caller: 'visitor', query: true, ...more } satisfies RouteAccess);

/** A public route without anybody's data. */
export const Public = () => RouteConfig({ caller: 'anyone', query: true } satisfies RouteAccess);

/** Who calls. Only behind `ForApiKey` and `ForMcp`: anywhere else there is nobody, and asking is a bug. */
export const ApiCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('A route without ForApiKey or ForMcp asked for its caller');
  return caller;
});

/** Every route the server knows: for `Allow`, and for the tests that walk it. */
export class RouteTable {
  readonly routes: { method: string; url: string; access: RouteAccess }[] = [];
  /** By a pattern that ends in a parameter: what stands in its place as a resource of its own, like `batch`. */
  private readonly named = new Map<string, Set<string>>();

  /** Listens from now on; a route that does not say who may call it does not come up. */
  constructor(server: FastifyInstance) {
    server.addHook('onRoute', (route) => {
      const access = route.config as RouteAccess | undefined;
      if (!access?.caller)
        throw new Error(`Route ${String(route.method)} ${route.url} does not say who may call it`);
      if (access.bodyLimit) route.bodyLimit = access.bodyLimit;
      for (const method of [route.method].flat()) this.routes.push({ method, url: route.url, access });
    });
    server.addHook('onReady', (done) => {
      for (const { url } of this.routes) if (/\/:\w+$/.test(url)) this.named.set(url, this.namesBeside(url));
      done();
    });
  }

  /**
   * Whether the router took a resource for an item, because it knows the method of the one and not of the other:
   * DELETE of `/feedback/batch` would be DELETE of the item `batch`.
   */
  isMistaken({ routeOptions: { url = '' }, params }: FastifyRequest): boolean {
    const names = this.named.get(url);
    return names !== undefined && Object.values(params as object).some((name) => names.has(name as string));
  }

  private namesBeside(pattern: string): Set<string> {
    const parent = pattern.slice(0, pattern.lastIndexOf('/') + 1);
    const names = this.routes.flatMap(({ url }) =>
      url.startsWith(parent) ? [url.slice(parent.length)] : [],
    );
    return new Set(names.filter((name) => /^[^:/]+$/.test(name)));
  }

  /** The methods of the resource at this path, in the order of conventions.md 8; empty when there is none. */
  methodsAt(path: string): string[] {
    const here = this.routes.filter(({ url }) => matches(url, path));
    const named = here.filter(({ url }) => url === path);
    const methods = new Set((named.length > 0 ? named : here).map(({ method }) => method));
    return METHODS.filter((method) => methods.has(method) || (method === 'OPTIONS' && methods.size > 0));
  }

  /** Why the router found nothing: no such path, or, with `Allow`, no such method on it. */
  refusal(request: FastifyRequest, reply: FastifyReply): DomainError {
    const methods = this.methodsAt(pathOf(request.raw.url ?? ''));
    if (methods.length === 0) return routeNotFound();
    reply.header('allow', methods.join(', '));
    return methodNotAllowed(request.method);
  }
}

/** In the order of the `Allow` values of conventions.md 8. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The path as the router sees it: decoded, without origin (absolute form), query, doubled and trailing slashes. */
export function pathOf(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const path = target.split(/[?#]/, 1)[0]!.replace(/\/{2,}/g, '/');
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURI(trimmed);
  } catch {
    return trimmed;
  }
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]))
  );
}
