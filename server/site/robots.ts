/** robots.txt: everything public is open; personal pages, previews and services are not worth a crawler's visit. */
export function robotsText(origin: string, indexable: boolean): string {
  if (!indexable) return 'User-agent: *\nDisallow: /\n'
  const closed = ['/api/', '/user/', '/order/', '/auth/', '/preview/', '/ops/']
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}`).join('\n')}\nSitemap: ${origin}/sitemap.xml\n`
}
