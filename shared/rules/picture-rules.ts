import { ownValue } from '#shared/own-value.ts'

/** Fixed widths, in pixels, in which each kind of generated picture is kept. Addresses end in `-{width}.webp`. */
export const pictureWidths = {
  cover: [320, 640, 960],
  portrait: [120, 320],
  banner: [720, 1440],
  work: [320, 640],
  honour: [320],
  icon: [96],
  avatar: [112],
  exam: [640],
} as const
export type PictureKind = keyof typeof pictureWidths

/** Where generated pictures are served. */
export const picturesPath = '/media/pictures/'

/** The address of a generated picture at its largest width: what the database keeps. */
export function pictureUrl(kind: PictureKind, name: string): string {
  const widths = pictureWidths[kind]
  return `${picturesPath}${kind}/${name}-${widths[widths.length - 1]}.webp`
}

const sets = new Map<string, string | undefined>()
const mostSets = 4096

function makeSrcSet(url: string): string | undefined {
  const match = /^\/media\/pictures\/([a-z]+)\/(.+)-\d+\.webp$/.exec(url)
  const widths = match && ownValue<readonly number[]>(pictureWidths, match[1] ?? '')
  if (!match || !widths) return undefined
  return widths.map((width) => `${picturesPath}${match[1]}/${match[2]}-${width}.webp ${width}w`).join(', ')
}

/** The `srcset` of a generated picture, or undefined for a picture from elsewhere. Remembered: a page asks for dozens. */
export function pictureSrcSet(url: string): string | undefined {
  if (!sets.has(url)) {
    if (sets.size >= mostSets) sets.clear()
    sets.set(url, makeSrcSet(url))
  }
  return sets.get(url)
}

/** Height by width of the kinds that have one shape. */
const pictureShapes: Partial<Record<PictureKind, number>> = {
  cover: 9 / 16,
  portrait: 1,
  banner: 1 / 3,
  honour: 3 / 4,
  icon: 1,
  avatar: 1,
  exam: 5 / 8,
}

/** Pixels of a generated picture by its address; undefined for a picture from elsewhere, or of no fixed shape. */
export function generatedPictureSize(url: string): { width: number; height: number } | undefined {
  const match = /^\/media\/pictures\/([a-z]+)\/.+-(\d+)\.webp$/.exec(url)
  const shape = match && ownValue(pictureShapes, match[1] ?? '')
  if (!match || !shape) return undefined
  const width = Number(match[2])
  return { width, height: Math.round(width * shape) }
}
