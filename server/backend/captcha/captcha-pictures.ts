import { randomBytes, randomInt } from 'node:crypto'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { imageCaptchaLength, slide } from '#shared/rules/account-rules.ts'
import { drawScenery } from './captcha-scenery.ts'

/** A slide puzzle; where its hole is stays with the server. */
export interface SlidePictures {
  /** Left edge of the piece in its place, pixels. */
  readonly x: number
  /** PNG in base64, 310 by 155, with the hole. */
  readonly picture: string
  /** PNG in base64, 47 by 155, transparent but for the piece. */
  readonly piece: string
}

/** An image captcha. */
export interface LetterPicture {
  readonly text: string
  /** PNG in base64, 240 by 80. */
  readonly picture: string
}

/** Where the hole's left edge may be: far enough from both sides, and so many places that a guess with its tolerance is right in less than one of twenty. */
export const holePlaces = { from: 34, to: slide.width - slide.block - 2 } as const
const yMargin = 6
/** The piece's body and the radius of its knobs; both together are as wide as the piece. */
const body = 38
const knob = slide.block - body

/** Outline of a piece in its 47 by 47 box: knobs above and on the right, hollows below or on the left by `shape` (0 to 3). */
function outline(left: number, top: number, shape: number): string {
  const r = knob * 0.72
  const reach = knob - r
  const half = body / 2
  const y = top + knob
  const bump = (dx: number, dy: number, sweep: number): string => `a${r} ${r} 0 1 ${sweep} ${dx} ${dy}`
  const gap = 2 * Math.sqrt(r * r - reach * reach)
  const side = half - gap / 2
  const above = `h${side}${bump(gap, 0, 1)}h${side}`
  const right = `v${side}${bump(0, gap, 1)}v${side}`
  const below = shape & 1 ? `h${-side}${bump(-gap, 0, 0)}h${-side}` : `h${-body}`
  const back = shape & 2 ? `v${-side}${bump(0, -gap, 0)}v${-side}` : `v${-body}`
  return `M${left} ${y}${above}${right}${below}${back}z`
}

function svg(width: number, height: number, inner: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>`)
}

async function png(image: Buffer, colours: number): Promise<string> {
  const bytes = await sharp(image).png({ palette: true, colours, effort: 3 }).toBuffer()
  return bytes.toString('base64')
}

/** Draws a puzzle of a landscape that no other has. */
export async function drawSlide(): Promise<SlidePictures> {
  const { width, height, block } = slide
  const x = randomInt(holePlaces.from, holePlaces.to + 1)
  const top = randomInt(yMargin, height - block - yMargin + 1)
  const shape = randomInt(4)
  const seed = randomBytes(16).toString('hex')
  const hole = outline(x, top, shape)
  const cut = `<clipPath id="cut"><path d="${hole}"/></clipPath>`
  const picture = svg(
    width,
    height,
    `${drawScenery(seed, width, height, 'p')}${cut}<path d="${hole}" fill="#10140f" fill-opacity=".58"/>` +
      // a shadow inside the upper left edge makes it a hole
      `<g clip-path="url(#cut)"><path d="${hole}" fill="none" stroke="#000" stroke-opacity=".45" stroke-width="5"/></g><path d="${hole}" fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="1.3"/>`,
  )
  const piece = svg(
    block,
    height,
    `<g transform="translate(${-x} 0)">${cut}<g clip-path="url(#cut)">${drawScenery(seed, width, height, 'p')}` +
      `<path d="${hole}" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="4" transform="translate(.8 .8)"/><path d="${hole}" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="3" transform="translate(-.8 -.8)"/></g>` +
      `<path d="${hole}" fill="none" stroke="#fff" stroke-width="1.2"/></g>`,
  )
  const [pictureText, pieceText] = await Promise.all([png(picture, 128), png(piece, 128)])
  return { x, picture: pictureText, piece: pieceText }
}

/** Without letters and digits that look like one another. */
const readable = 'ABCDEFHKMNPRTUVWXY347'
/** Its types leave out that the module itself draws a text of ours as SVG. */
const drawText = svgCaptcha as unknown as (text: string, options: Parameters<typeof svgCaptcha.create>[0]) => string
const inks = ['#20281f', '#1e5a46', '#b5392b', '#63384a', '#27415d'] as const

/** Draws four characters, crossed by lines and circles. */
export async function drawLetters(): Promise<LetterPicture> {
  const text = Array.from({ length: imageCaptchaLength }, () => readable[randomInt(readable.length)]).join('')
  const [width, height] = [240, 80]
  // its own colours are too pale to be read
  const drawn = drawText(text, { width, height, fontSize: 76, noise: 3, color: true, background: '#f5f1e4' })
  const lettersSvg = drawn.replaceAll(/<path fill="#[0-9a-f]+"/g, () => {
    const ink = inks[randomInt(inks.length)] ?? inks[0]
    return `<path fill="${ink}" stroke="${ink}" stroke-width="1.6"`
  })
  const circles = Array.from({ length: 9 }, () => {
    const hue = randomInt(360)
    return `<circle cx="${randomInt(width)}" cy="${randomInt(height)}" r="${randomInt(6, 22)}" fill="none" stroke="hsl(${hue} 45% 45%)" stroke-width="1.5" stroke-opacity=".7"/>`
  }).join('')
  const picture = await png(Buffer.from(lettersSvg.replace('</svg>', `${circles}</svg>`)), 64)
  return { text, picture }
}
