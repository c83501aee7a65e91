const signed = /^(.*?\/media\/play\/)[^/]+(\/.*)?$/

/** An address of signed media as it is under the newest signature; every other address stays what it is. */
export function renewedUrl(url: string, newest: string): string {
  const to = signed.exec(newest)
  const from = signed.exec(url)
  if (!to || !from || from[1] !== to[1]) return url
  const token = newest.slice(String(to[1]).length).split('/')[0]
  return `${from[1]}${token}${from[2] ?? ''}`
}
