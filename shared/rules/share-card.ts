/** What the picture for sharing says of a page. */
export interface ShareCard {
  /** Its place in addresses: a page's id, and for one thing its id behind it: 'course-list', 'work-detail-12'. */
  name: string
  /** What kind of thing it is: '录播课程'. */
  kind: string
  title: string
  /** Whose it is, or what it is about. */
  byline?: string | undefined
  /** Address of a picture of the thing. */
  cover?: string | undefined
  /** The school's own pages stand on the board, what people make and write on paper. */
  ground: 'board' | 'paper'
}

/** Pixels of every picture for sharing. */
export const cardSize = { width: 1200, height: 630 } as const

/** Raised whenever the same card would look different: the drawing or the font has changed. */
const design = 1

/** 53 bits of a text as 11 letters and digits: the same in the browser and on the server, and no secret. */
function fingerprint(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return ((b & 0x1fffff) * 0x100000000 + (a >>> 0)).toString(36).padStart(11, '0')
}

/** The path of a card's picture; another text has another address. */
export function cardPath(card: ShareCard, brandName: string): string {
  const said = [design, brandName, card.kind, card.title, card.byline ?? '', card.cover ?? '', card.ground]
  return `/og/${card.name}-${fingerprint(JSON.stringify(said))}.jpg`
}

/** The picture in words, for those who don't see it. */
export function cardAlt({ kind, title, byline }: ShareCard): string {
  return `${kind}：${title}${byline ? `，${byline}` : ''}`
}
