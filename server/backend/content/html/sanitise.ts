import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sanitize from 'sanitize-html'
import { ownValue } from '#shared/own-value.ts'
import { type LinkRules, linkAttributes, pictureAttributes, withoutControls } from './safe-attributes.ts'

export interface SafeHtml {
  /** Only what the allow-list knows, well-formed, void elements without a slash. */
  readonly html: string
  /** The words alone, one line a block, for summaries, search and lengths. */
  readonly text: string
}

const tableParts = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const allowedTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'hr',
  'figure',
  'figcaption',
  'a',
  'img',
  ...tableParts,
]

/** Elements whose content goes with them: it is no text, or a browser reads it by other rules than the parser here. */
const swallowedTags = [
  ...[
    'script',
    'style',
    'textarea',
    'option',
    'select',
    'xmp',
    'noscript',
    'noembed',
    'noframes',
    'template',
    'title',
    'plaintext',
    'svg',
    'math',
    'head',
    'object',
    'applet',
    'frameset',
  ],
]

/** Other spellings of what is allowed. */
const sameAs: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  h1: 'h2',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
}

/** Links, and what becomes one: films and sounds of elsewhere. */
const linkTags = ['a', 'iframe', 'video', 'audio', 'embed', 'source']

/** Deeper than this nobody writes; browsers slow down. */
const deepest = 24

const memory = new LRUCache<string, SafeHtml>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (value) => (value.html.length + value.text.length) * 2 + 64,
})

/**
 * HTML that somebody typed, as it may be shown. It is called when text is written and again when it is shown, so that
 * what older rules let through is caught; the same text costs a hash the second time.
 * `links`: whose links they are — 'user' (unvouched for) or 'editor' (the school's own).
 */
export function sanitiseHtml(html: string, { links }: { links: LinkRules }): SafeHtml {
  const key = `${links}/${createHash('sha256').update(html).digest('base64')}`
  const known = memory.get(key)
  if (known) return known
  const clean = settled(html, links)
  const result = { html: clean, text: plainText(clean) }
  memory.set(key, result)
  return result
}

/** Cleaned until another time changes nothing: what an end tag implies may differ once elements have got their names here. */
function settled(html: string, links: LinkRules): string {
  let clean = cleanHtml(html, links)
  for (let pass = 0; pass < 4; pass += 1) {
    const again = cleanHtml(clean, links)
    if (again === clean) break
    clean = again
  }
  return clean
}

function cleanHtml(html: string, links: LinkRules): string {
  // no link inside a link: `linkDepth` is where the open one began
  let depth = 0
  let linkDepth: number | undefined
  const link = (_: string, { href, src }: sanitize.Attributes): sanitize.Tag => {
    const attribs = linkDepth === undefined ? linkAttributes(href ?? src, links) : undefined
    if (attribs === undefined) return { tagName: 'a', attribs: {} }
    linkDepth = depth
    return { tagName: 'a', attribs }
  }
  const clean = sanitize(withoutControls(html), {
    allowedTags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
    },
    allowedSchemes: ['http', 'https'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: swallowedTags,
    nestingLimit: deepest,
    parseStyleAttributes: false,
    onOpenTag: () => {
      depth++
    },
    onCloseTag: () => {
      if (linkDepth === depth) linkDepth = undefined
      depth--
    },
    // renaming to something that isn't allowed would leave its end tag behind
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag === 'img') return attribs.src === undefined
      return linkTags.includes(tag) && attribs.href === undefined ? 'excludeTag' : false
    },
    transformTags: {
      ...Object.fromEntries(
        Object.entries(sameAs).map(([from, to]) => [from, sanitize.simpleTransform(to, {}, false)]),
      ),
      img: (_, attribs) => ({ tagName: 'img', attribs: pictureAttributes(attribs) ?? {} }),
      ...Object.fromEntries(linkTags.map((tag) => [tag, link])),
      td: cell,
      th: cell,
      ol: (tagName, { start = '' }) => ({
        tagName,
        attribs: /^\d{1,6}$/.test(start) ? { start } : ({} as sanitize.Attributes),
      }),
    },
  })
  return namedLinks(withoutControls(clean).replaceAll(' />', '>'))
}

function cell(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const kept: sanitize.Attributes = {}
  for (const name of ['colspan', 'rowspan'] as const) {
    const value = attribs[name]
    if (value !== undefined && /^[1-9]\d?$/.test(value)) kept[name] = value
  }
  if (tagName === 'th' && /^(row|col)$/.test(attribs.scope ?? '')) kept.scope = attribs.scope ?? ''
  return { tagName, attribs: kept }
}

/** A link without words (an embedded film has none) says where it leads. */
function namedLinks(clean: string): string {
  return clean.replace(
    /(<a href="([^"<>]*)"[^<>]*>)\s*<\/a>/g,
    (_, open: string, href: string) => `${open}${/^https?:\/\/([^/?#]+)/.exec(href)?.[1] ?? '链接'}</a>`,
  )
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The words of clean HTML. */
function plainText(clean: string): string {
  return clean
    .replace(/<(br|hr|\/p|\/h[23]|\/li|\/blockquote|\/pre|\/figcaption|\/caption|\/tr)>/g, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ownValue(entities, entity) ?? entity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
}
