import { trimEndOf } from '#shared/rules/trim-end.ts'

/** Width of a text on one line, in ems. */
export type Measure = (text: string) => number

const noStart = /^[、。，．：；！？）》〉」』】〕〗”’…—～·,.:;!?)\]}%‰℃°々ー]/u
const noEnd = /[（《〈「『【〔〖“‘([{￥$#]$/u
const pieces = /[\p{Script=Latin}\p{N}'’_@&+./-]+|\s+|[…—]+|./gu

/** The least parts between which a line may end: a Chinese character with its punctuation, or a word. */
export function textUnits(text: string): string[] {
  const units: string[] = []
  for (const piece of text.match(pieces) ?? []) {
    const last = units.at(-1)
    if (last !== undefined && (noStart.test(piece) || noEnd.test(last)) && !/^\s+$/.test(last))
      units[units.length - 1] = last + piece
    else units.push(piece)
  }
  return units
}

/** Cuts a unit that is longer than a line. */
function cutLong(unit: string, width: number, measure: Measure): string[] {
  if (measure(unit) <= width) return [unit]
  const parts: string[] = []
  let part = ''
  for (const character of unit) {
    if (part && measure(part + character) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return part ? [...parts, part] : parts
}

function fill(units: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const unit of units) {
    if (line && measure((line + unit).trimEnd()) > width) {
      lines.push(line.trim())
      line = ''
    }
    line += unit
  }
  if (line.trim()) lines.push(line.trim())
  return lines
}

const words = new Intl.Segmenter('zh', { granularity: 'word' })
const mark = /[\p{P}\s]$/u
/** They belong to the word before them. */
const particle = /^[的了着过地得们吗呢吧]/u

/** What a line's end costs beside its raggedness. */
const cost = { word: 0.06, insideWord: 0.3, beforeParticle: 0.3, strayWord: 0.15 } as const

/** For each place between two units what it costs to end a line there: nothing where one takes breath. */
function endCosts(units: readonly string[]): number[] {
  const wordEnds = new Set([...words.segment(units.join(''))].map(({ index, segment }) => index + segment.length))
  let offset = 0
  return units.map((unit, index) => {
    offset += unit.length
    if (mark.test(unit)) return 0
    const next = units[index + 1] ?? ''
    // A word or two left alone on this side or that of a mark.
    const stray =
      mark.test(next) ||
      mark.test(units[index + 2] ?? '') ||
      mark.test(units[index - 1] ?? '') ||
      mark.test(units[index - 2] ?? '')
    return (
      (wordEnds.has(offset) ? cost.word : cost.insideWord) +
      (particle.test(next) ? cost.beforeParticle : 0) +
      (stray ? cost.strayWord : 0)
    )
  })
}

interface Setting {
  lines: string[]
  /** How ragged the lines are and how badly they end; 0 is best. */
  cost: number
}

/** How unlike the lines are in length. */
function raggedness(lines: readonly string[], measure: Measure): number {
  const lengths = lines.map(measure)
  const longest = Math.max(...lengths)
  return lengths.reduce((sum, length) => sum + (1 - length / longest) ** 2, 0)
}

/** The best of all ways to set units in exactly `count` lines. */
function balance(units: readonly string[], width: number, count: number, measure: Measure): Setting | undefined {
  const ends = endCosts(units)
  let best: Setting | undefined
  function set(from: number, lines: readonly string[], paid: number): void {
    const isLast = lines.length === count - 1
    for (let end = isLast ? units.length : from + 1; end <= units.length; end++) {
      const line = units.slice(from, end).join('').trim()
      if (measure(line) > width) return
      if (line === '') continue
      if (!isLast) set(end, [...lines, line], paid + (ends[end - 1] ?? 0))
      else {
        const whole = [...lines, line]
        const sum = paid + raggedness(whole, measure)
        if (!best || sum < best.cost) best = { lines: whole, cost: sum }
      }
    }
  }
  set(0, [], 0)
  return best
}

function shorten(line: string, width: number, measure: Measure): string {
  const characters = [...line]
  while (characters.length > 1 && measure(`${characters.join('')}…`) > width) characters.pop()
  return `${trimEndOf(characters.join('').trimEnd(), ' \u3000\t\n、，：；（《“—…')}…`
}

/** A text in lines; `isCut` when not all of it has room. */
export interface BrokenText extends Setting {
  isCut: boolean
}

/**
 * Breaks a text into at most `most` lines of `width` ems by the rules of Chinese setting: no line begins with closing
 * punctuation or ends with an opening mark, words stay whole. What doesn't fit is cut, with an ellipsis.
 */
export function breakLines(text: string, width: number, most: number, measure: Measure): BrokenText {
  const units = textUnits(text.trim()).flatMap((unit) => cutLong(unit, width, measure))
  const lines = fill(units, width, measure)
  if (lines.length > most)
    return {
      lines: [...lines.slice(0, most - 1), shorten(lines[most - 1] ?? '', width, measure)],
      cost: 0,
      isCut: true,
    }
  const balanced = lines.length > 1 ? balance(units, width, lines.length, measure) : undefined
  return { ...(balanced ?? { lines, cost: 0 }), isCut: false }
}
