import { safeLink } from '#client/features/forum/editor/rich-nodes.ts'

/** What is never wanted of another page, and could do something. */
const dropped =
  'script,style,template,noscript,object,embed,svg,math,form,input,textarea,select,button,meta,link,base,title'

function toLink(document: Document, address: string, words: string): HTMLElement | undefined {
  if (!safeLink(address)) return undefined
  const link = document.createElement('a')
  link.setAttribute('href', address)
  link.textContent = words
  return link
}

/**
 * Markup from elsewhere, before the editor reads it: nothing that runs, pictures and films of other sites as links, no `data:`. It is read in a
 * document of its own that loads and runs nothing.
 */
export function cleanPaste(html: string): string {
  const document = new DOMParser().parseFromString(html, 'text/html')
  for (const element of document.querySelectorAll(dropped)) element.remove()
  for (const element of document.querySelectorAll('img,video,audio,iframe,source')) {
    const address = element.getAttribute('src') ?? ''
    if (element.localName === 'img' && address.startsWith('/') && safeLink(address)) continue
    const words =
      element.getAttribute('alt') || element.getAttribute('title') || (element.localName === 'img' ? '图片' : '视频')
    const link = /^https?:/.test(address) ? toLink(document, address, words) : undefined
    if (link && !element.closest('a')) element.replaceWith(link)
    else element.remove()
  }
  for (const element of document.querySelectorAll('*'))
    for (const { name } of [...element.attributes])
      if (name.startsWith('on') || name === 'style') element.removeAttribute(name)
  return document.body.innerHTML
}
