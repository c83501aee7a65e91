import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

type Next = (error?: unknown) => void
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void

/** Headers that go with every answer of the site. */
export interface SecurityHeaders {
  /** Sets them on everything that Express answers; scripts are allowed from our own files only. */
  readonly middleware: Middleware
  /** The same as a flat list (name, value, …), for complete pages from the edge. */
  readonly completeHeaders: readonly string[]
  /** For a streamed page, whose inline scripts carry this nonce. */
  streamedHeaders(nonce: string): readonly string[]
}

const permissions = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** In place of the usual policy: the page itself may ask for the microphone. */
export const listeningPermissions = permissions.replace('microphone=()', 'microphone=(self)')

/** Other hosts that pages may talk to. */
export interface FriendlyHosts {
  /** The script of the customer-service widget. */
  readonly widgetScript?: string | undefined
  /** Where files are sent to and read from, and films come from. */
  readonly storage?: readonly string[]
  /** Where scripts of ours may connect to, as the policy names it; a host may begin with `*.`. */
  readonly connect?: readonly string[]
  /** Hashes of the inline scripts of every page, as the policy names them (`sha256-…`). */
  readonly inlineScripts?: readonly string[]
}

interface Sources {
  readonly widget: readonly string[]
  readonly storage: readonly string[]
  readonly connect: readonly string[]
  readonly inlineScripts: readonly string[]
}

function policy({ widget, storage, connect, inlineScripts }: Sources): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts.map((hash) => `'${hash}'`), ...widget],
    'style-src': ["'self'"],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...storage],
    'media-src': ["'self'", 'blob:', ...storage],
    'connect-src': [
      "'self'",
      ...storage,
      ...widget,
      ...widget.map((origin) => origin.replace(/^http/, 'ws')),
      ...connect,
    ],
    ...(widget.length > 0 ? { 'frame-src': [...widget] } : {}),
    'worker-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
}

function helmetOptions(https: boolean, sources: Sources): HelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: policy(sources) },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'sameorigin' },
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
  }
}

/** Runs a middleware against a stand-in and collects what it sets. */
function collect(middleware: Middleware): string[] {
  const list: string[] = []
  const stand = {
    setHeader(name: string, value: string): void {
      list.push(name, value)
    },
    removeHeader: () => undefined,
  }
  middleware({} as IncomingMessage, stand as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return list
}

/**
 * Builds the security headers; `https` by the canonical origin, for a browser must not be told of https on http. The hosts of
 * the customer-service widget, of the files and of a chat elsewhere are let in when they are configured.
 */
export function createSecurityHeaders(
  origin: string,
  { widgetScript, storage = [], connect = [], inlineScripts = [] }: FriendlyHosts = {},
): SecurityHeaders {
  const https = origin.startsWith('https:')
  const widget = widgetScript ? [new URL(widgetScript).origin] : []
  const complete = helmet(
    helmetOptions(https, {
      widget,
      storage: [...new Set(storage.map((url) => new URL(url).origin))],
      connect,
      inlineScripts,
    }),
  ) as Middleware
  function setOnce(req: IncomingMessage, res: ServerResponse, next: Next): void {
    res.setHeader('Permissions-Policy', permissions)
    complete(req, res, next)
  }
  // Helmet's own chain decides once; its headers are the same for every answer.
  const completeHeaders = Object.freeze(collect(setOnce))
  function middleware(_req: IncomingMessage, res: ServerResponse, next: Next): void {
    for (let index = 0; index < completeHeaders.length; index += 2)
      res.setHeader(completeHeaders[index] ?? '', completeHeaders[index + 1] ?? '')
    next()
  }
  const policyAt = completeHeaders.indexOf('Content-Security-Policy') + 1
  const parts = (completeHeaders[policyAt] ?? '').split("script-src 'self'")
  return {
    middleware,
    completeHeaders,
    streamedHeaders(nonce) {
      const streamed = [...completeHeaders]
      streamed[policyAt] = parts.join(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
      return streamed
    },
  }
}
