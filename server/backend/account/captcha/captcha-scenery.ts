import type { PictureRandom } from './picture-random.ts'

/** Colours of one picture: sky above and below, three hills, and what stands on them. */
interface Palette {
  readonly sky: readonly [string, string]
  readonly hills: readonly string[]
  readonly things: readonly string[]
}

const palettes: readonly Palette[] = [
  {
    sky: ['#9cc9e8', '#f6e7c4'],
    hills: ['#8fb59a', '#5f9273', '#3d7258'],
    things: ['#d9643f', '#f0c04e', '#fdf6e6', '#7a4a63', '#2f5d7c'],
  },
  {
    sky: ['#f3b58a', '#fbe6b8'],
    hills: ['#c98a74', '#9a5f63', '#6b4257'],
    things: ['#3d6d7a', '#f7d774', '#fff1de', '#b5392b', '#5d7a4a'],
  },
  {
    sky: ['#7fb2c9', '#d6ebe0'],
    hills: ['#a7bf6f', '#7d9f55', '#55804a'],
    things: ['#c4475c', '#f2b04a', '#fbf7ea', '#41557a', '#8a5a3c'],
  },
  {
    sky: ['#b7a5d6', '#f4d5d9'],
    hills: ['#8d86b5', '#6a6a9c', '#4a5283'],
    things: ['#e07a5f', '#f2cc8f', '#fff5ee', '#3f7f79', '#a83f66'],
  },
  {
    sky: ['#8ecfc0', '#f4f1cf'],
    hills: ['#d9b36a', '#b98a4d', '#8d6741'],
    things: ['#2f6f8f', '#e8a33d', '#fffaf0', '#a8412f', '#4d7d53'],
  },
]

const n = (value: number): string => value.toFixed(1)

function hill(
  random: PictureRandom,
  width: number,
  { height, top, fill }: { height: number; top: number; fill: string },
): string {
  let path = `M-5 ${n(top)}`
  for (let x = 20; x <= width + 30; x += 25)
    path += `Q${n(x - 12)} ${n(top + random.float(-16, 16))} ${x} ${n(top + random.float(-7, 7))}`
  return `<path d="${path}V${height}H-5z" fill="${fill}"/>`
}

function tree(
  random: PictureRandom,
  x: number,
  { y, size, fill, trunk }: { y: number; size: number; fill: string; trunk: string },
): string {
  const stem = `<rect x="${n(x - size * 0.07)}" y="${n(y - size * 0.4)}" width="${n(size * 0.14)}" height="${n(size * 0.45)}" fill="${trunk}"/>`
  if (random.chance(0.5))
    return `${stem}<path d="M${n(x)} ${n(y - size)}l${n(size * 0.32)} ${n(size * 0.7)}h${n(-size * 0.64)}z" fill="${fill}"/>`
  return `${stem}<ellipse cx="${n(x)}" cy="${n(y - size * 0.65)}" rx="${n(size * 0.3)}" ry="${n(size * 0.36)}" fill="${fill}"/>`
}

function house(x: number, y: number, { size, wall, roof }: { size: number; wall: string; roof: string }): string {
  const half = size / 2
  return (
    `<rect x="${n(x - half * 0.8)}" y="${n(y - half)}" width="${n(half * 1.6)}" height="${n(half)}" fill="${wall}"/>` +
    `<path d="M${n(x - half)} ${n(y - half)}L${n(x)} ${n(y - size)}L${n(x + half)} ${n(y - half)}z" fill="${roof}"/>` +
    `<rect x="${n(x - size * 0.08)}" y="${n(y - size * 0.3)}" width="${n(size * 0.16)}" height="${n(size * 0.3)}" fill="${roof}"/>`
  )
}

function balloon(x: number, y: number, { size, fill, other }: { size: number; fill: string; other: string }): string {
  return (
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size * 0.4)}" ry="${n(size * 0.48)}" fill="${fill}"/>` +
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size * 0.16)}" ry="${n(size * 0.48)}" fill="${other}"/>` +
    `<path d="M${n(x - size * 0.2)} ${n(y + size * 0.4)}L${n(x - size * 0.07)} ${n(y + size * 0.75)}h${n(size * 0.14)}L${n(x + size * 0.2)} ${n(y + size * 0.4)}" fill="none" stroke="${other}"/>`
  )
}

/** The inside of an SVG: a colourful landscape with much in it from edge to edge, so that no place looks like none other. */
export function drawScenery(random: PictureRandom, width: number, height: number): string {
  const { sky, hills, things } = random.pick(palettes)
  const thing = (): string => random.pick(things)
  let art = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient>`
  art += `<rect width="${width}" height="${height}" fill="url(#s)"/>`
  for (let count = random.int(5, 8); count > 0; count--) {
    const [x, y, rx] = [random.float(0, width), random.float(4, height * 0.4), random.float(12, 34)]
    art += `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(rx * 0.35)}" fill="${random.chance(0.7) ? '#fff' : thing()}" fill-opacity="${n(random.float(0.4, 0.9))}"/>`
  }
  for (let count = random.int(4, 7); count > 0; count--)
    art += balloon(random.float(0, width), random.float(12, height * 0.5), {
      size: random.float(16, 38),
      fill: thing(),
      other: thing(),
    })
  hills.forEach((fill, index) => {
    art += hill(random, width, { height, top: height * (0.36 + 0.2 * index), fill })
    for (let count = random.int(6, 9); count > 0; count--) {
      const [x, y, size] = [
        random.float(0, width),
        height * random.float(0.44 + 0.2 * index, 0.6 + 0.2 * index),
        random.float(14, 34),
      ]
      const thingOf = random.int(0, 3)
      if (thingOf === 0) art += house(x, y, { size, wall: thing(), roof: thing() })
      else if (thingOf === 1)
        art += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size * 0.3)}" fill="${thing()}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(size * 0.12)}" fill="${thing()}"/>`
      else art += tree(random, x, { y, size, fill: random.pick([...hills, thing()]), trunk: thing() })
    }
  })
  return art
}
