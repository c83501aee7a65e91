const mark = '/media/play/'

/** The two sides of the signature in an address of signed media; undefined for every other address. */
function cut(url: string): { readonly before: string; readonly token: string; readonly after: string } | undefined {
  const at = url.indexOf(mark)
  if (at < 0) return undefined
  const from = at + mark.length
  const slash = url.indexOf('/', from)
  const to = slash < 0 ? url.length : slash
  return to > from ? { before: url.slice(0, from), token: url.slice(from, to), after: url.slice(to) } : undefined
}

/** An address of signed media as it is under the newest signature; every other address stays what it is. */
export function renewedUrl(url: string, newest: string): string {
  const to = cut(newest)
  const from = cut(url)
  return to && from && from.before === to.before ? `${from.before}${to.token}${from.after}` : url
}
