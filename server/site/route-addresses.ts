import { assetAddresses } from '#server/http/assets.ts'
import { healthAddresses } from '#server/http/health.ts'
import { metricsAddresses } from '#server/http/metrics.ts'
import { opsAddresses } from '#server/http/ops.ts'
import { apiAddresses } from '#server/proxy/api-proxy.ts'
import { calendarAddresses } from './calendar-proxy.ts'
import { cardAddresses } from './card-routes.ts'
import { cashierAddresses } from './cashier-proxy.ts'
import { developerAddresses } from './developer-frame.ts'
import { feedAddresses } from './feed-routes.ts'
import { sitemapAddresses } from './sitemap-routes.ts'

const outside: readonly RegExp[] = [
  apiAddresses,
  assetAddresses,
  calendarAddresses,
  cardAddresses,
  cashierAddresses,
  developerAddresses,
  feedAddresses,
  healthAddresses,
  metricsAddresses,
  opsAddresses,
  sitemapAddresses,
]

/** The address belongs to a route outside of the table of pages: it is no unknown page, and its answer isn't kept as one. */
export function isOutsidePages(path: string): boolean {
  return outside.some((addresses) => addresses.test(path))
}
