import { getSchema } from '@tiptap/core'
import { DOMParser, DOMSerializer } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { richNodes, saveRichText } from '#client/features/forum/editor/rich-nodes.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'

const schema = getSchema(richNodes)
const parser = DOMParser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)

/** A text into the editor's schema and out again, as it would be saved. */
export function throughEditor(html: string): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const box = document.createElement('div')
  box.innerHTML = html
  const doc = parser.parse(box as unknown as globalThis.Node)
  const out = document.createElement('div')
  out.appendChild(
    serializer.serializeFragment(doc.content, { document: document as unknown as Document }) as unknown as never,
  )
  return sanitiseHtml(saveRichText(out.innerHTML), { links: 'user' }).html
}
