import { landscapePictures } from '#server/backend/db/seed/pictures/illustration-landscapes.ts'
import { birds, cloud, flower, leaf } from '#server/backend/db/seed/pictures/motifs.ts'
import { schemes } from '#server/backend/db/seed/pictures/palette.ts'
import { createRandom } from '#server/backend/db/seed/pictures/random.ts'
import { circle, opacity, type Stage } from '#server/backend/db/seed/pictures/shapes.ts'

const palettes = Object.values(schemes).flat()

/** Petals, leaves and dots all over: edges everywhere, so that the hole's own edge isn't the only one to look for. */
function sprinkle({ random, width: w, height: h, unit: u, scheme: c }: Stage): string {
  const fills = [c.quiet, c.soft, c.mid, c.hot, c.dark, c.light]
  let art = ''
  for (let index = random.int(16, 24); index > 0; index--) {
    const x = random.float(0, w)
    const y = random.float(0, h)
    const fill = random.pick(fills)
    const kind = random.int(0, 3)
    if (kind === 0) art += leaf(x, y, u * random.float(0.14, 0.34), random.float(0, 360), random.float(0.2, 0.4), fill, c.light)
    else if (kind === 1) art += flower(x, y, u * random.float(0.03, 0.08), 5, fill, random.pick(fills))
    else art += circle(x, y, u * random.float(0.02, 0.12), fill, opacity(random.float(0.35, 0.85)))
  }
  return art + birds(random, w * random.float(0.2, 0.8), h * random.float(0.1, 0.3), u * 0.05, c.line) + cloud(w * random.float(0.1, 0.8), h * random.float(0.1, 0.4), u * 0.3, c.light)
}

/** A colourful landscape as the inside of an SVG; the same seed gives the same one. `id` keeps its inner ids apart. */
export function drawScenery(seed: string, width: number, height: number, id: string): string {
  const random = createRandom(`captcha/${seed}`)
  const stage: Stage = { random, width, height, unit: Math.min(width, height), scheme: random.pick(palettes), id }
  return random.pick(landscapePictures)(stage) + sprinkle(stage)
}
