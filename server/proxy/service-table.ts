import type { Endpoint, Service } from '#shared/contract/endpoint.ts'
import { imSocketPath } from '#shared/contract/im-socket.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { inboxPath } from '#shared/contract/support.ts'
import { supportSocketPath } from '#shared/contract/support-socket.ts'
import { payNotifyPath, payProviderNames } from '#shared/contract/pay-notify.ts'
import { withoutEndSlashes } from '#shared/rules/trim-end.ts'

/** Where a service answers: an HTTP address, or a socket on this machine. */
export interface ServiceAddress {
  /** As configured: the name of its breaker. */
  readonly base: string
  /** For a URL client; a socket's host name is a stand-in. */
  readonly origin: string
  /** Path before the call's own, without a slash at the end. */
  readonly prefix: string
  readonly socketPath: string | undefined
}

/** Reads a configured base such as `http://10.0.0.5:8080/site` or `unix:/run/backend.sock`. */
export function readAddress(base: string): ServiceAddress {
  if (base.startsWith('unix:'))
    return { base, origin: 'http://localhost', prefix: '', socketPath: base.slice('unix:'.length) }
  const url = new URL(base)
  return { base, origin: url.origin, prefix: withoutEndSlashes(url.pathname), socketPath: undefined }
}

/** Which service answers a path. */
export interface ServiceTable {
  /** Unknown paths belong to the main site. */
  serviceOf(path: string): Service
  addressOf(service: Service): ServiceAddress
  endpointOf(method: string, path: string): Endpoint | undefined
  /** Whether a payment provider, or an inbox elsewhere, tells something here: from its own machines, known by its signature alone. */
  isSignedNotice(method: string, path: string): boolean
  /** Whether WebSockets are opened here: two paths of the contract, and no other. */
  takesSockets(path: string): boolean
}

/** Services may take capitals and a slash at the end for the same call: here they are. */
function sameCall(path: string): string {
  return withoutEndSlashes(path.toLowerCase())
}

/** Builds the table from the contract and the configured base of each service. */
export function createServiceTable(
  services: Readonly<Record<Service, string>>,
  endpoints: readonly Endpoint[] = allEndpoints,
): ServiceTable {
  const addresses = new Map(Object.entries(services).map(([service, base]) => [service, readAddress(base)]))
  const notices: ReadonlySet<string> = new Set([...payProviderNames.map(payNotifyPath), inboxPath])
  const byPath = new Map(endpoints.map((endpoint) => [sameCall(endpoint.path), endpoint.service]))
  for (const name of payProviderNames) byPath.set(payNotifyPath(name), 'paycenter')
  byPath.set(imSocketPath, 'play')
  byPath.set(supportSocketPath, 'site')
  const byRoute = new Map<string, Endpoint>(
    endpoints.map((endpoint) => [`${endpoint.method} ${sameCall(endpoint.path)}`, endpoint]),
  )
  return {
    serviceOf: (path) => byPath.get(sameCall(path)) ?? 'site',
    addressOf: (service) => addresses.get(service) ?? readAddress(services.site),
    endpointOf: (method, path) => byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${sameCall(path)}`),
    isSignedNotice: (method, path) => method === 'POST' && notices.has(path),
    takesSockets: (path) => sameCall(path) === imSocketPath || sameCall(path) === supportSocketPath,
  }
}
