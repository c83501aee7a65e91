import { cardSize, type ShareCard } from '#shared/rules/share-card.ts'
import { breakLines } from './break-lines.ts'
import { characterSvg, drawableText, lineSvg, measureText } from './card-text.ts'

/** Where the cover stands: the right end, over the whole height. */
export const coverPlace = { left: 748, top: 0, width: cardSize.width - 748, height: cardSize.height } as const

/** The light colours of the site: board, paper, ink, red pen. */
const ink = {
  page: '#f6f4ee',
  text: '#20281f',
  text2: '#515a50',
  accent: '#1e5a46',
  deep: '#153c30',
  chalk: '#f5f1e4',
  chalk2: '#c6d3c5',
  yellow: '#ead39a',
  tray: '#8a6a45',
  pen: '#b5392b',
  cell: '#1e5a46',
} as const

interface CardColours {
  title: string
  byline: string
  kind: string
  wave: string
  /** The heavy rule over the school's name. */
  rule: string
  /** The cell of the mark and its character. */
  mark: readonly [cell: string, character: string]
  name: string
}

const grounds: Record<ShareCard['ground'], CardColours> = {
  paper: {
    title: ink.text,
    byline: ink.text2,
    kind: ink.accent,
    wave: ink.pen,
    rule: ink.text,
    mark: [ink.accent, ink.chalk],
    name: ink.text,
  },
  board: {
    title: ink.chalk,
    byline: ink.chalk2,
    kind: ink.yellow,
    wave: ink.yellow,
    rule: ink.chalk2,
    mark: [ink.chalk, ink.accent],
    name: ink.chalk,
  },
}

const edge = 72
/** The foot: a rule, and the school's mark and name under it. */
const footRule = 524
const trayHeight = 14
const kindLine = 112
const kindSize = 32
const bylineSize = 30
const bylineStep = 44

/** Pixels to the em, and how many lines of them there may be. */
const titleSizes = [
  { size: 88, most: 1 },
  { size: 76, most: 2 },
  { size: 66, most: 3 },
  { size: 58, most: 3 },
  { size: 50, most: 3 },
] as const
/** What a pixel less costs against better ends of lines, and one line in a small size against two in a larger one. */
const smaller = 0.006
const smallLine = 0.15

interface Block {
  lines: readonly string[]
  size: number
}

/** The title as large as its lines can well be; in the smallest size, with an ellipsis, when it is too long for all. */
function setTitle(text: string, width: number): Block {
  const settings = titleSizes.map(({ size, most }) => ({ size, ...breakLines(text, width / size, most, measureText) }))
  const whole = settings
    .filter(({ isCut }) => !isCut)
    .map((setting) => {
      const isSmallLine = setting.lines.length === 1 && setting.size < 66
      return { ...setting, cost: setting.cost + (88 - setting.size) * smaller + (isSmallLine ? smallLine : 0) }
    })
  return whole.sort((a, b) => a.cost - b.cost)[0] ?? settings[settings.length - 1] ?? { lines: [], size: 0 }
}

/** Faint lines of manuscript paper, or of chalk. */
function cells(width: number, height: number, colour: string, opacity: number): string {
  const step = 42
  const across = Array.from({ length: Math.floor(width / step) }, (_, index) => `M${(index + 1) * step} 0V${height}`)
  const down = Array.from({ length: Math.floor(height / step) }, (_, index) => `M0 ${(index + 1) * step}H${width}`)
  return `<path d="${[...across, ...down].join('')}" stroke="${colour}" stroke-opacity="${opacity}" fill="none"/>`
}

function wave(x: number, y: number, width: number, colour: string): string {
  const length = 28
  const times = Math.max(1, Math.round(width / length))
  const step = width / times
  const parts = Array.from({ length: times }, () => `q${step / 4} -7 ${step / 2} -1t${step / 2} 1`).join('')
  return `<path d="M${x} ${y}${parts}" fill="none" stroke="${colour}" stroke-width="3.4" stroke-linecap="round"/>`
}

/** A practice cell with one character in it, as children write it. */
function practiceCell(
  character: string,
  left: number,
  { top, side, colour, written }: { top: number; side: number; colour: string; written: string },
): string {
  const [right, bottom, x, y] = [left + side, top + side, left + side / 2, top + side / 2]
  const guides = `M${x} ${top}V${bottom}M${left} ${y}H${right}M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`
  return (
    `<path d="${guides}" stroke="${colour}" stroke-opacity=".38" stroke-width="1.6" stroke-dasharray="9 8" fill="none"/>` +
    `<rect x="${left}" y="${top}" width="${side}" height="${side}" fill="none" stroke="${colour}" stroke-opacity=".75" stroke-width="3"/>` +
    characterSvg(character, { x, y }, side * 0.8, written)
  )
}

/** The school's mark and name, under the rule. */
function foot(brandName: string, right: number, { rule, mark, name }: CardColours): string {
  const side = 44
  const top = footRule + 26
  const text = drawableText(brandName)
  const square = `<rect x="${edge}" y="${top}" width="${side}" height="${side}" fill="${mark[0]}"/>${characterSvg([...text][0] ?? '', { x: edge + side / 2, y: top + side / 2 }, side * 0.74, mark[1])}`
  return `<path d="M${edge} ${footRule}H${right}" stroke="${rule}" stroke-width="3"/>${square}${lineSvg(text, { x: edge + side + 16, y: top + side * 0.78, size: 32, fill: name })}`
}

function backdrop(card: ShareCard, hasCover: boolean): string {
  const { width, height } = cardSize
  if (card.ground === 'paper') {
    return `<rect width="${width}" height="${height}" fill="${ink.page}"/>${cells(hasCover ? coverPlace.left : width, height, ink.cell, 0.075)}`
  }
  const colour = `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${ink.accent}"/><stop offset="1" stop-color="${ink.deep}"/></linearGradient>`
  const tray = `<rect y="${height - trayHeight}" width="${width}" height="${trayHeight}" fill="${ink.tray}"/>`
  return `<defs>${colour}</defs><rect width="${width}" height="${height}" fill="url(#g)"/>${cells(width, height, ink.chalk, 0.05)}${tray}`
}

/** Title and byline between the kind and the foot, a little above the middle of their room. */
function words(card: ShareCard, width: number, ground: CardColours): string {
  const title = setTitle(drawableText(card.title) || drawableText(card.kind), width)
  const byline = breakLines(
    drawableText(card.byline ?? ''),
    width / bylineSize,
    title.lines.length > 2 ? 1 : 2,
    measureText,
  ).lines
  const step = title.size * 1.3
  const gap = byline.length > 0 ? 30 : 0
  const height = title.lines.length * step + gap + byline.length * bylineStep
  const top = kindLine + 34 + Math.max(0, (footRule - 24 - kindLine - 34 - height) * 0.45)
  const titleLines = title.lines.map((line, index) =>
    lineSvg(line, { x: edge, y: top + index * step + title.size * 0.98, size: title.size, fill: ground.title }),
  )
  const bylineTop = top + title.lines.length * step + gap
  const bylineLines = byline.map((line, index) =>
    lineSvg(line, {
      x: edge,
      y: bylineTop + index * bylineStep + bylineSize * 0.95,
      size: bylineSize,
      fill: ground.byline,
    }),
  )
  return [...titleLines, ...bylineLines].join('')
}

/** What stands in the cell: of the school's own pages their kind, of what people write its first character. */
function initial({ ground, title }: ShareCard, kind: string): string {
  const own = ground === 'paper' ? /\p{Script=Han}/u.exec(drawableText(title))?.[0] : undefined
  return own ?? [...kind][0] ?? ''
}

/**
 * The drawing of a card, all its text as paths of the shipped font: nothing of the text itself is in the markup, and no
 * font of the host can take part. The cover, where there is one, is laid over the right end afterwards.
 */
export function cardSvg(card: ShareCard, brandName: string, hasCover: boolean): string {
  const ground = grounds[card.ground]
  const kind = drawableText(card.kind)
  const side = 296
  const cellLeft = cardSize.width - edge - side
  const textRight = hasCover ? coverPlace.left - 56 : cellLeft - 56
  const kindSvg =
    lineSvg(kind, { x: edge, y: kindLine, size: kindSize, fill: ground.kind }) +
    wave(edge, kindLine + 22, measureText(kind) * kindSize, ground.wave)
  const [stroke, written] = card.ground === 'board' ? [ink.chalk, ink.chalk] : [ink.accent, ink.accent]
  const cell = hasCover ? '' : practiceCell(initial(card, kind), cellLeft, { top: 128, side, colour: stroke, written })
  const rest =
    words(card, textRight - edge, ground) + foot(brandName, hasCover ? textRight : cardSize.width - edge, ground)
  const { width, height } = cardSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${backdrop(card, hasCover)}${cell}${kindSvg}${rest}</svg>`
}
