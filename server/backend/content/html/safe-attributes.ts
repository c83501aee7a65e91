/** Whose links: 'user' — strangers', unvouched for; 'editor' — the school's own. */
export type LinkRules = 'user' | 'editor'

type Attributes = Record<string, string>

// C0 controls but tab and line ends; marks that turn the reading direction round and hide where a link leads
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\ufeff]/g

/** Without characters that nobody sees and databases refuse. */
export function withoutControls(text: string): string {
  return text.replace(unwanted, '').toWellFormed()
}

/** Any address that is resolved against it and keeps its host is one of this site. */
const here = 'https://here.invalid'

/** An address as it may stand in HTML: of this site (as written) or absolute; undefined for everything else. */
function safeAddress(
  raw: string | undefined,
  schemes: readonly string[],
): { href: string; isOwn: boolean } | undefined {
  const text = withoutControls(raw ?? '').trim()
  if (text === '' || text.length > 2000) return undefined
  // written out, a scheme may not be obscured by blanks or controls in the middle, as browsers would skip them
  if (/[\s\\]/.test(text)) return undefined
  let url: URL
  try {
    url = new URL(text, `${here}/`)
  } catch {
    return undefined
  }
  if (url.username !== '' || url.password !== '') return undefined
  // a colon before the path would be a scheme to somebody's eye, '//host/…' is another host
  if (url.origin === here)
    return text.startsWith('//') || /^[^/?#]*[:<>"'`]/.test(text) ? undefined : { href: text, isOwn: true }
  if (text.startsWith('//') || !schemes.includes(url.protocol)) return undefined
  return { href: url.href, isOwn: false }
}

/** Attributes of a link to `href`, or undefined when it leads nowhere allowed. */
export function linkAttributes(href: string | undefined, rules: LinkRules): Attributes | undefined {
  const address = safeAddress(href, ['http:', 'https:'])
  if (address === undefined) return undefined
  if (rules === 'user') return { href: address.href, rel: 'nofollow ugc noopener', target: '_blank' }
  return address.isOwn ? { href: address.href } : { href: address.href, rel: 'noopener', target: '_blank' }
}

/** Attributes of a picture, or undefined when it may not be shown: from this site or by https, never `data:`. */
export function pictureAttributes(attribs: Readonly<Attributes>): Attributes | undefined {
  const address = safeAddress(attribs.src, ['https:'])
  if (address === undefined || address.href.startsWith('#')) return undefined
  const kept: Attributes = { src: address.href, alt: (attribs.alt ?? '').slice(0, 300) }
  for (const name of ['width', 'height'] as const) {
    const value = attribs[name]
    if (value !== undefined && /^[1-9]\d{0,4}$/.test(value)) kept[name] = value
  }
  return { ...kept, loading: 'lazy', decoding: 'async' }
}
