import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Action, Caller } from '@libs/accounts';
import type { DomainError } from '@libs/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed, routeNotFound } from './errors';

/** The access rules of a route. The pipeline enforces them, and a test checks that every route declares them. */
export interface RouteAccess {
  /**
   * `api-key`: an API key. `mcp`: an API key over MCP. `member`: a dashboard session. `signed-out`: the dashboard
   * without a session. `visitor`: a visitor of a form. `anyone`: public, without account data.
   */
  readonly caller: 'api-key' | 'mcp' | 'member' | 'signed-out' | 'visitor' | 'anyone';
  /** What a member does there, and so the least role (team.md 2). */
  readonly action?: Action;
  /** Permissions of the API keys that can call it (api-keys.md 3). */
  readonly permissions?: readonly Caller['permission'][];
  /** Supported media types of the request body. If absent, the body is ignored. */
  readonly consumes?: readonly string[];
  /** Whether the body is a stream, not JSON. Such a route must call `recheckAccess` before it stores anything. */
  readonly streams?: boolean;
  /** Maximum body size in bytes. */
  readonly bodyLimit?: number;
  /** Renders an error as an HTML page, unless the request body is JSON. If absent, errors are JSON. */
  readonly errorPage?: (error: DomainError, status: number, request: FastifyRequest) => string;
  /** Whether a member who must set up a second factor can call it (second-factor.md 5). */
  readonly isPartOfSetup?: boolean;
  /** Whether it reads query parameters. Otherwise every query parameter is rejected. */
  readonly query?: boolean;
}

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- how Fastify takes a route's config type
  interface FastifyContextConfig extends Partial<RouteAccess> {}
  interface FastifyRequest {
    caller: Caller | null;
    /** For streaming routes: checks the credentials in the database again. @throws DomainError `authentication` */
    recheckAccess: (() => Promise<void>) | null;
  }
}

const SLOW_MS = 100;

/**
 * True if the request took long enough that its credentials must be checked again: during a slow upload, the key,
 * session, or account may be gone.
 */
export const needsRecheck = (reply: FastifyReply): boolean => reply.elapsedTime >= SLOW_MS;

export const JSON_BODY_LIMIT = 262_144;
/** Of a body with up to 100 objects. */
export const LIST_BODY_LIMIT = 1_048_576;
/** Anyone can send one. */
const SIGNED_OUT_BODY_LIMIT = 16_384;

/** A route of the REST API, for API keys with these permissions. */
export const ForApiKey = (
  permissions: readonly Caller['permission'][],
  more: Pick<RouteAccess, 'consumes' | 'streams' | 'query' | 'bodyLimit'> = {},
) =>
  RouteConfig({ caller: 'api-key', permissions, bodyLimit: JSON_BODY_LIMIT, ...more } satisfies RouteAccess);

/** The MCP endpoint, for API keys with these permissions (mcp.md 2). */
export const ForMcp = (more: Required<Pick<RouteAccess, 'permissions' | 'consumes' | 'bodyLimit'>>) =>
  RouteConfig({ caller: 'mcp', ...more } satisfies RouteAccess);

/** A route of the dashboard API, for signed-in members whose role may do this (dashboard.md 1, team.md 2). */
export const ForMember = (
  action: Action,
  more: Pick<RouteAccess, 'consumes' | 'streams' | 'query' | 'bodyLimit' | 'isPartOfSetup'> = {},
) => RouteConfig({ caller: 'member', action, bodyLimit: JSON_BODY_LIMIT, ...more } satisfies RouteAccess);

/** A route of the dashboard API for signed-out users: sign-up and sign-in. */
export const ForSignedOut = (more: Pick<RouteAccess, 'consumes' | 'query'> = {}) =>
  RouteConfig({ caller: 'signed-out', bodyLimit: SIGNED_OUT_BODY_LIMIT, ...more } satisfies RouteAccess);

/** The paths of a resource for API keys and for members, whose routes have `For`. */
export const doors = (path: string): string[] => Object.values(DOORS).map((door) => `${door}${path}`);

/** A route of both APIs: the permissions of API keys (api-keys.md 3), and what a member does there (team.md 2). */
export const For = (
  { key, member }: { readonly key: readonly Caller['permission'][]; readonly member: Action },
  more: Pick<RouteAccess, 'consumes' | 'query'> = {},
) => {
  const shared = { bodyLimit: JSON_BODY_LIMIT, ...more };
  return RouteConfig({
    'api-key': { caller: 'api-key', permissions: key, ...shared },
    member: { caller: 'member', action: member, ...shared },
  } satisfies AccessOfDoors);
};

/** Where the APIs start that have routes in common, by caller. */
const DOORS = { 'api-key': 'api/v1/', member: 'app/api/' } as const;
type AccessOfDoors = Readonly<Record<keyof typeof DOORS, RouteAccess>>;

/** Returns the access rules of a route at this URL. */
export function accessAt(
  url: string,
  config: RouteAccess | AccessOfDoors | undefined,
): RouteAccess | undefined {
  if (!config || 'caller' in config) return config;
  const [door] = (Object.keys(DOORS) as (keyof typeof DOORS)[]).filter((name) =>
    url.startsWith(`/${DOORS[name]}`),
  );
  return door && config[door];
}

/** A route for visitors of forms, without credentials. */
export const ForVisitor = (more: Pick<RouteAccess, 'consumes' | 'bodyLimit' | 'errorPage'> = {}) =>
  RouteConfig({ caller: 'visitor', query: true, ...more } satisfies RouteAccess);

/** A public route without account data. */
export const Public = (more: Pick<RouteAccess, 'bodyLimit' | 'errorPage'> = {}) =>
  RouteConfig({ caller: 'anyone', query: true, ...more } satisfies RouteAccess);

/** The caller of a route with `ForApiKey` or `ForMcp`. Throws on other routes. */
export const ApiCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('ApiCaller requires ForApiKey or ForMcp');
  return caller;
});

/** Every route of the server, for `Allow` and for tests. */
export class RouteTable {
  readonly routes: { method: string; url: string; access: RouteAccess }[] = [];
  /** Names such as `batch` that are resources of their own, by the pattern whose parameter they match. */
  private readonly named = new Map<string, Set<string>>();

  /** Records the routes that are added from now on. Throws if a route does not declare its caller. */
  constructor(server: FastifyInstance) {
    server.addHook('onRoute', (route) => {
      const access = accessAt(route.url, route.config as RouteAccess | undefined);
      if (!access?.caller)
        throw new Error(`Route ${String(route.method)} ${route.url} does not declare its caller`);
      route.config = access as typeof route.config;
      if (access.bodyLimit) route.bodyLimit = access.bodyLimit;
      for (const method of [route.method].flat()) this.routes.push({ method, url: route.url, access });
    });
    server.addHook('onReady', (done) => {
      for (const { url } of this.routes) if (/\/:\w+$/.test(url)) this.named.set(url, this.siblingNames(url));
      done();
    });
  }

  /**
   * Whether the router mistook a resource for an item, because only the item supports the method: without this,
   * `DELETE /feedback/batch` would delete the item `batch`.
   */
  matchesNamedResource({ routeOptions: { url = '' }, params }: FastifyRequest): boolean {
    const names = this.named.get(url);
    return names !== undefined && Object.values(params as object).some((name) => names.has(name as string));
  }

  private siblingNames(pattern: string): Set<string> {
    const parent = pattern.slice(0, pattern.lastIndexOf('/') + 1);
    const names = this.routes.flatMap(({ url }) =>
      url.startsWith(parent) ? [url.slice(parent.length)] : [],
    );
    return new Set(names.filter((name) => /^[^:/]+$/.test(name)));
  }

  /** The methods of the resource at this path, in the order of conventions.md 8; empty if there is none. */
  methodsAt(path: string): string[] {
    const matching = this.routes.filter(({ url }) => matches(url, path));
    const named = matching.filter(({ url }) => url === path);
    const methods = new Set((named.length > 0 ? named : matching).map(({ method }) => method));
    return METHODS.filter((method) => methods.has(method) || (method === 'OPTIONS' && methods.size > 0));
  }

  /** The error for an unmatched request: unknown path, or unsupported method, for which it sets `Allow`. */
  unmatchedError(request: FastifyRequest, reply: FastifyReply): DomainError {
    const methods = this.methodsAt(pathOf(request.raw.url ?? ''));
    if (methods.length === 0) return routeNotFound();
    reply.header('allow', methods.join(', '));
    return methodNotAllowed(request.method, methods);
  }
}

/** In the order of the `Allow` values of conventions.md 8. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Normalizes a path like the router: decoded, without origin, query, and repeated or trailing slashes. */
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
  const patternSegments = pattern.split('/');
  const pathSegments = path.split('/');
  return (
    patternSegments.length === pathSegments.length &&
    patternSegments.every((segment, i) =>
      segment.startsWith(':') ? pathSegments[i] !== '' : segment === pathSegments[i],
    )
  );
}
