import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core'
import { ownValue } from '#shared/own-value.ts'

// The schema is the allow-list of the server's sanitiser, element by element: what has no node here would be lost by opening a text and saving it.

/** Inline words where no paragraph was written, in list items and cells: shown as a block, saved without an element (`saveRichText`). */
export const lineMark = 'data-line'

const blocks =
  '(paragraph | heading | bulletList | orderedList | blockquote | codeBlock | rule | figure | table | image)+'
const inside =
  '(line | paragraph | heading | bulletList | orderedList | blockquote | codeBlock | rule | figure | table | image)+'

const block = (name: string, tag: string, content: string, more: object = {}) =>
  Node.create({
    name,
    content,
    defining: true,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    ...more,
  })

const Doc = Node.create({ name: 'doc', topNode: true, content: blocks })
const Text = Node.create({ name: 'text', group: 'inline' })

const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
})

const Line = Node.create({
  name: 'line',
  content: 'inline*',
  parseHTML: () => [{ tag: `div[${lineMark}]` }],
  renderHTML: () => ['div', { [lineMark]: '' }, 0],
})

const Heading = Node.create({
  name: 'heading',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => [
    { tag: 'h1', attrs: { level: 2 } },
    { tag: 'h2', attrs: { level: 2 } },
    { tag: 'h3', attrs: { level: 3 } },
    { tag: 'h4', attrs: { level: 3 } },
    { tag: 'h5', attrs: { level: 3 } },
    { tag: 'h6', attrs: { level: 3 } },
  ],
  renderHTML: ({ node }) => [node.attrs.level === 3 ? 'h3' : 'h2', 0],
})

const listItem = block('listItem', 'li', inside)
const bulletList = block('bulletList', 'ul', 'listItem+')
const OrderedList = Node.create({
  name: 'orderedList',
  content: 'listItem+',
  addAttributes: () => ({
    start: {
      default: null,
      parseHTML: (element) =>
        /^\d{1,6}$/.test(element.getAttribute('start') ?? '') ? element.getAttribute('start') : null,
      renderHTML: ({ start }) => (start === null ? {} : { start }),
    },
  }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
})
const blockquote = block('blockquote', 'blockquote', inside)

const CodeBlock = Node.create({
  name: 'codeBlock',
  content: '(text | break)*',
  marks: 'code bold italic underline strike link',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', 0],
})

const Rule = Node.create({ name: 'rule', parseHTML: () => [{ tag: 'hr' }], renderHTML: () => ['hr'] })
const Break = Node.create({
  name: 'break',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) }
  },
})

const kept = (name: string, form: RegExp) => ({
  default: null,
  parseHTML: (element: HTMLElement) =>
    form.test(element.getAttribute(name) ?? '') ? element.getAttribute(name) : null,
  renderHTML: (attributes: Record<string, unknown>) => {
    const value = ownValue(attributes, name)
    return value === null ? {} : { [name]: value }
  },
})

/** A picture of ours, or by https; never `data:`. */
const safePicture = /^(?:\/(?![/\\])|https:\/\/)[^\s\\]{1,1990}$/
const pictureAttributes = {
  src: { default: null },
  alt: { default: '', parseHTML: (element: HTMLElement) => (element.getAttribute('alt') ?? '').slice(0, 300) },
  width: kept('width', /^[1-9]\d{0,4}$/),
  height: kept('height', /^[1-9]\d{0,4}$/),
}
const picture = (name: string, more: object) =>
  Node.create({
    name,
    draggable: true,
    addAttributes: () => pictureAttributes,
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (element) => (safePicture.test((element as HTMLElement).getAttribute('src') ?? '') ? null : false),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => [
      'img',
      mergeAttributes(HTMLAttributes, { loading: 'lazy', decoding: 'async' }),
    ],
    ...more,
  })
/** Within words, as most texts have it; and alone between blocks. */
const inlinePicture = picture('picture', { group: 'inline', inline: true, priority: 60 })
const Image = picture('image', { priority: 50 })

const figure = block('figure', 'figure', '(image | table | line | paragraph | figcaption | blockquote | codeBlock)+')
const figcaption = block('figcaption', 'figcaption', 'inline*')

const table = block('table', 'table', '(caption | tableHead | tableBody | tableFoot | tableRow)+', { isolating: true })
const caption = block('caption', 'caption', 'inline*')
const tableHead = block('tableHead', 'thead', 'tableRow+')
const tableBody = block('tableBody', 'tbody', 'tableRow+')
const tableFoot = block('tableFoot', 'tfoot', 'tableRow+')
const tableRow = block('tableRow', 'tr', '(tableCell | tableHeader)*')
const spans = { colspan: kept('colspan', /^[1-9]\d?$/), rowspan: kept('rowspan', /^[1-9]\d?$/) }
const tableCell = block('tableCell', 'td', inside, { isolating: true, addAttributes: () => spans })
const tableHeader = block('tableHeader', 'th', inside, {
  isolating: true,
  addAttributes: () => ({ ...spans, scope: kept('scope', /^(?:row|col)$/) }),
})

const mark = (name: string, tags: readonly string[], key?: string) =>
  Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [tags[0] ?? 'span', 0],
    addKeyboardShortcuts() {
      return key === undefined ? {} : { [key]: () => this.editor.commands.toggleMark(this.name) }
    },
  })

/** An address that a link may have: of this site or http(s). */
export function safeLink(href: string): boolean {
  return /^(?:https?:\/\/|\/(?![/\\])|#|\?)[^\s\\]*$/.test(href) && href.length <= 2000
}

const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (safeLink((element as HTMLElement).getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    'a',
    { href: HTMLAttributes.href, rel: 'nofollow ugc noopener', target: '_blank' },
    0,
  ],
})

/** Every element that a text of the forum may have. */
export const richNodes: Extensions = [
  ...[Doc, Text, Paragraph, Line, Heading, listItem, bulletList, OrderedList, blockquote, CodeBlock, Rule, Break],
  ...[inlinePicture, Image, figure, figcaption],
  ...[table, caption, tableHead, tableBody, tableFoot, tableRow, tableCell, tableHeader],
  Link,
  mark('bold', ['strong', 'b'], 'Mod-b'),
  mark('italic', ['em', 'i'], 'Mod-i'),
  mark('underline', ['u', 'ins'], 'Mod-u'),
  mark('strike', ['s', 'strike', 'del']),
  mark('code', ['code'], 'Mod-e'),
]

/** What the editor says, as it is saved: without the wrappers of lines, its only divisions. Words are escaped, so the tags found here are its own. */
export function saveRichText(html: string): string {
  return html.replaceAll(`<div ${lineMark}="">`, '').replaceAll('</div>', '')
}
