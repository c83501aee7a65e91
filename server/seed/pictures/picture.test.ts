import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Subject } from '../data/seed-types.ts'
import { drawPicture, type PictureKind, type PictureSpec, pictureFamilies } from './picture.ts'
import { renderPictures } from './render-pictures.ts'

const subjects: readonly Subject[] = ['illustration', 'design', 'programming', 'video', 'music', 'business']
const rooms: readonly (readonly [PictureKind, number, number])[] = [
  ['cover', 640, 360],
  ['work', 480, 640],
  ['work', 640, 480],
  ['work', 600, 600],
  ['banner', 1440, 420],
  ['honour', 600, 450],
  ['icon', 200, 200],
]

function everySpec(): PictureSpec[] {
  const specs: PictureSpec[] = []
  for (const subject of subjects) {
    for (const [kind, width, height] of rooms) {
      for (let family = 0; family < pictureFamilies(subject, kind); family++) {
        for (const seed of ['a', 'b']) specs.push({ kind, seed, subject, family, width, height })
      }
    }
  }
  for (let person = 0; person < 60; person++)
    specs.push({ kind: 'portrait', seed: `p${person}`, width: 240, height: 240 })
  return specs
}

/** Names of elements that are opened and never closed, or closed and never opened. */
function unbalanced(svg: string): string[] {
  const open: string[] = []
  for (const [, closing, name, self] of svg.matchAll(/<(\/?)([A-Za-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (name === undefined) continue
    if (closing === '/') {
      if (open.pop() !== name) return [name]
    } else if (self !== '/') open.push(name)
  }
  return open
}

describe('drawPicture', () => {
  const drawn = everySpec().map((spec) => ({ spec, svg: drawPicture(spec) }))

  it('gives the same bytes for the same spec', () => {
    for (const { spec, svg } of drawn) expect(drawPicture({ ...spec })).toBe(svg)
  })

  it('draws well-formed pictures without words or broken numbers', () => {
    for (const { spec, svg } of drawn) {
      const label = JSON.stringify(spec)
      expect(svg, label).not.toMatch(/NaN|undefined|Infinity|null|<text|&(?!amp;)/)
      expect(svg, label).not.toMatch(/r[xy]?="-/)
      expect(
        svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${spec.width} ${spec.height}"`),
        label,
      ).toBe(true)
      expect(unbalanced(svg), label).toEqual([])
    }
  })

  it('never uses one id twice, in any picture', () => {
    const seen = new Set<string>()
    for (const { svg } of drawn) {
      for (const [, id] of svg.matchAll(/ id="([^"]+)"/g)) {
        expect(seen.has(id ?? ''), id).toBe(false)
        seen.add(id ?? '')
      }
    }
  })

  it('tells seeds, families and subjects apart', () => {
    // Icons and honours have few variants; two seeds may rightly meet in one.
    const bodies = drawn
      .filter(({ spec }) => !['icon', 'honour'].includes(spec.kind))
      .map(({ svg }) => svg.replace(/-[a-z0-9]{4,8}(?=["/)])/g, ''))
    expect(new Set(bodies).size).toBe(bodies.length)
  })

  it('keeps pictures small', () => {
    const sizes = drawn.map(({ svg }) => svg.length).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length * 0.95)]).toBeLessThan(14_000)
    expect(sizes.at(-1)).toBeLessThan(50_000)
  })

  it('has at least six compositions for every subject', () => {
    for (const subject of subjects) expect(pictureFamilies(subject)).toBeGreaterThanOrEqual(6)
  })

  it('follows the wish for a woman or a man', () => {
    const spec: PictureSpec = { kind: 'portrait', seed: 'one', width: 240, height: 240 }
    expect(drawPicture({ ...spec, feminine: true })).not.toBe(drawPicture({ ...spec, feminine: false }))
  })
})

describe('renderPictures', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('writes every width, leaves no drafts and skips what exists', async () => {
    const list = [0, 1, 2].map((family) => ({
      name: `course/${family}`,
      spec: { kind: 'cover', seed: 'r', subject: 'design', family, width: 640, height: 360 } as const,
      widths: [320, 640],
    }))
    const seen: number[] = []
    await renderPictures(list, folder, (done, total) => {
      expect(total).toBe(3)
      seen.push(done)
    })
    expect(seen).toEqual([1, 2, 3])
    const files = await readdir(join(folder, 'course'))
    expect(files.sort()).toEqual([0, 1, 2].flatMap((index) => [`${index}-320.webp`, `${index}-640.webp`]))
    const size = await sharp(join(folder, 'course/1-320.webp')).metadata()
    expect([size.format, size.width, size.height]).toEqual(['webp', 320, 180])
    const before = (await stat(join(folder, 'course/0-640.webp'))).mtimeMs
    await rm(join(folder, 'course/0-320.webp'))
    await renderPictures(list, folder)
    expect((await stat(join(folder, 'course/0-640.webp'))).mtimeMs).toBe(before)
    expect(existsSync(join(folder, 'course/0-320.webp'))).toBe(true)
  })
})
