import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createElement, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

// A bare node:http server that renders given markup with plain components and renderToPipeableStream: what a page costs when
// React alone makes it, without data, router, state, guards or headers.
type Node = string | { tag: string; props: Record<string, unknown>; children: Node[] }

const voidTags = new Set(['img', 'input', 'br', 'hr', 'path', 'circle', 'rect', 'source', 'meta', 'link'])
const camel: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  srcset: 'srcSet',
  fetchpriority: 'fetchPriority',
  tabindex: 'tabIndex',
  datetime: 'dateTime',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  enterkeyhint: 'enterKeyHint',
  spellcheck: 'spellCheck',
  playsinline: 'playsInline',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  'stroke-dasharray': 'strokeDasharray',
  viewbox: 'viewBox',
  readonly: 'readOnly',
}
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
}

function text(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity)
}

function readProps(source: string): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [, name = '', value] of source.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
    const key = camel[name] ?? name
    if (key === 'style' || key === 'value' || key === 'checked' || key === 'selected') continue
    props[key] =
      value === undefined || (value === '' && !name.startsWith('data') && name !== 'alt') ? true : text(value)
  }
  return props
}

/** Reads React's own output, which is regular, back into a tree. */
function parse(html: string): Node[] {
  const root = { tag: '', props: {}, children: [] as Node[] }
  const open = [root]
  for (const [part, tag, attributes, closing] of html.matchAll(
    /<!--.*?-->|<([\w-]+)((?:\s[^>]*)?)\/?>|<\/([\w-]+)>|[^<]+/g,
  )) {
    const parent = open[open.length - 1] ?? root
    if (part.startsWith('<!--')) continue
    if (closing) open.pop()
    else if (tag) {
      const node = { tag, props: readProps(attributes ?? ''), children: [] as Node[] }
      parent.children.push(node)
      if (!voidTags.has(tag) && !part.endsWith('/>')) open.push(node)
    } else parent.children.push(text(part))
  }
  return root.children
}

const blocks = new Set([
  'li',
  'section',
  'article',
  'header',
  'footer',
  'nav',
  'main',
  'ul',
  'ol',
  'figure',
  'form',
  'dl',
])

function Block({ node }: { node: Exclude<Node, string> }): ReactNode {
  return createElement(node.tag, node.props, ...node.children.map(element))
}

function element(node: Node): ReactNode {
  if (typeof node === 'string') return node
  if (blocks.has(node.tag)) return createElement(Block, { node })
  return createElement(node.tag, node.props, ...node.children.map(element))
}

process.once('message', (html: string) => {
  const nodes = parse(html)
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html; charset=utf-8')
    const { pipe } = renderToPipeableStream(createElement('div', { id: 'root' }, ...nodes.map(element)), {
      onAllReady: () => pipe(res),
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
})
