import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkitten'

/** A character as the shipped font draws it; lengths in font units, 1000 to the em. */
export interface CardGlyph {
  /** SVG path data, y upwards. */
  path: string
  advance: number
  /** Empty space on its left. */
  bearing: number
}

const fontFile = 'noto-serif-sc-bold.otf'
/** Built servers have it beside them, sources in their folder. */
const fontFolder = import.meta.dirname.endsWith(join('dist', 'server'))
  ? join(import.meta.dirname, '..', 'fonts')
  : join(import.meta.dirname, 'font')
const mostGlyphs = 4000

let font: Font | undefined
const glyphs = new Map<string, CardGlyph | undefined>()

function openFont(): Font {
  const opened = create(readFileSync(join(fontFolder, fontFile)))
  if (opened.isCollection) throw new Error(`${fontFile} is a collection, not one font.`)
  return opened
}

function makeGlyph(character: string): CardGlyph | undefined {
  font ??= openFont()
  const code = character.codePointAt(0) ?? 0
  if (!font.hasGlyphForCodePoint(code)) return undefined
  const glyph = font.glyphForCodePoint(code)
  const path = glyph.path.toSVG()
  return { path, advance: glyph.advanceWidth, bearing: path ? glyph.cbox.minX : 0 }
}

/** One character's outline from the shipped font, opened with the first; undefined when the font doesn't have it. */
export function cardGlyph(character: string): CardGlyph | undefined {
  if (!glyphs.has(character)) {
    if (glyphs.size >= mostGlyphs) glyphs.clear()
    glyphs.set(character, makeGlyph(character))
  }
  return glyphs.get(character)
}
