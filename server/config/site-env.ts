/** What a site is for; `SITE_ENV`, apart from NODE_ENV. */
export type SiteEnv = 'development' | 'test' | 'pre-release' | 'production'

/**
 * Development and test: only there exist accounts whose password is published, providers that come along and the
 * developers' pages. Everywhere else strangers come.
 */
export function isDeveloperEnv(siteEnv: SiteEnv): boolean {
  return siteEnv === 'development' || siteEnv === 'test'
}
