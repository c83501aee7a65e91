import { at } from './random.ts'
import { type Composition, circle, d, ground, path, rect, rotated, round, type Stage, stroke } from './shapes.ts'

/** Bent pipes, tile by tile. */
function pipes(stage: Stage): string {
  const { random, width: w, height: h, scheme: c } = stage
  const rows = random.int(4, 6)
  const s = h / rows
  const m = s / 2
  const colours = random.pick([
    [c.quiet, c.soft],
    [c.soft, c.mid],
    [c.mid, c.quiet],
  ])
  const bands = ['', '']
  let tiles = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column * s < w; column++) {
      const x = column * s
      const y = row * s
      const slot = (row + column) % 3 === 0 ? 0 : 1
      bands[slot] += random.chance(0.5)
        ? d`M${x + m} ${y}a${m} ${m} 0 0 1 ${-m} ${m}M${x + s} ${y + m}a${m} ${m} 0 0 0 ${-m} ${m}`
        : d`M${x + m} ${y}a${m} ${m} 0 0 0 ${m} ${m}M${x} ${y + m}a${m} ${m} 0 0 1 ${m} ${m}`
      if (random.chance(0.13)) {
        const fill = random.pick([c.hot, c.light, c.dark])
        tiles += random.chance(0.5)
          ? rect(x + s * 0.2, y + s * 0.2, s * 0.6, s * 0.6, fill)
          : circle(x + m, y + m, s * 0.3, fill)
      }
    }
  }
  const weight = s * random.float(0.18, 0.34)
  let art = ground(stage)
  for (const [index, data] of bands.entries()) art += stroke(data, at(colours, index), weight)
  return art + tiles
}

/** A town of isometric blocks, row by row; blocks of one row never overlap, so they share their paths. */
function city(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const s = Math.round(u * random.float(0.15, 0.22))
  const dx = Math.round(s * 0.87)
  const half = Math.round(s / 2)
  const heights = random.pick([
    [0, 0, 0.4, 0.8, 1.3, 2],
    [0, 0.3, 0.6, 0.9],
    [0, 0, 0, 1.6, 2.4],
  ])
  const flip = random.chance(0.5)
  const floor = flip ? c.soft : c.mid
  const low = flip ? c.mid : c.soft
  const rows = Math.ceil((h + s * 4) / half)
  let plain = ''
  let blocks = ''
  for (let row = 0; row < rows; row++) {
    const tops = ['', '', '']
    let left = ''
    let right = ''
    for (let column = 0; column * dx * 2 < w + dx * 2; column++) {
      const lift = Math.round(random.pick(heights) * s)
      const x = column * dx * 2 + (row % 2) * dx - dx
      const y = row * half - lift - s
      const top = d`M${x} ${y}l${dx} ${half}l${-dx} ${half}l${-dx} ${-half}z`
      if (lift === 0) {
        if (!random.chance(0.1)) plain += top
        continue
      }
      tops[lift > s * 1.9 ? 2 : lift > s * 0.7 ? 1 : 0] += top
      left += d`M${x - dx} ${y + half}l${dx} ${half}v${lift}l${-dx} ${-half}z`
      right += d`M${x + dx} ${y + half}l${-dx} ${half}v${lift}l${dx} ${-half}z`
    }
    blocks += path(left, c.quiet) + path(right, c.dark)
    for (const [index, data] of tops.entries()) if (data !== '') blocks += path(data, at([low, c.light, c.hot], index))
  }
  return ground(stage) + path(plain, floor) + blocks
}

/** Little symmetrical creatures made of squares. */
function sprites(stage: Stage): string {
  const { random, width: w, height: h, scheme: c } = stage
  const rows = h > w ? 3 : random.int(1, 2)
  const cell = h / rows
  const columns = Math.max(1, Math.round(w / cell))
  const step = w / columns
  const fills = random.shuffle([c.hot, c.light, c.mid, c.soft])
  const chess = random.chance(0.6)
  let art = ground(stage)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (chess && (row + column) % 2 === 1) art += rect(column * step, row * cell, step + 0.5, cell + 0.5, c.quiet)
      const s = Math.floor(Math.min(step, cell) / 11)
      const x = column * step + (step - s * 7) / 2
      const y = row * cell + (cell - s * 8) / 2
      let data = ''
      for (let py = 0; py < 8; py++) {
        for (let px = 0; px < 4; px++) {
          const solid = px === 3 ? 0.85 : py === 0 || py === 7 ? 0.4 : 0.62
          if (!random.chance(solid)) continue
          data += d`M${x + px * s} ${y + py * s}h${s}v${s}h${-s}z`
          if (px < 3) data += d`M${x + (6 - px) * s} ${y + py * s}h${s}v${s}h${-s}z`
        }
      }
      art +=
        path(data, at(fills, row * columns + column)) +
        rect(x + s, y + s * 3, s, s, c.dark) +
        rect(x + s * 5, y + s * 3, s, s, c.dark)
    }
  }
  return art
}

/** Punched cards, fanned or in a row. */
function punchCards(stage: Stage): string {
  const { random, width: w, height: h, unit: u, scheme: c } = stage
  const fills = random.shuffle([c.light, c.hot, c.soft, c.quiet])
  const count = random.int(2, 4)
  const turn = random.float(-16, 16)
  const wide = Math.min(w * 0.78, h * 1.5)
  const tall = wide * 0.46
  let art = ground(stage)
  for (let index = 0; index < count; index++) {
    const x = (w - wide) / 2 + (index - (count - 1) / 2) * u * 0.08
    const y = (h - tall) / 2 + (index - (count - 1) / 2) * tall * random.float(0.3, 0.5)
    const cut = tall * 0.14
    const fill = at(fills, index)
    const outline = d`M${x + cut} ${y}H${x + wide}V${y + tall}H${x}V${y + cut}Z`
    let holes = ''
    const columns = 24
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < 7; row++)
        if (random.chance(0.26))
          holes += d`M${x + (wide * (column + 0.9)) / (columns + 1)} ${y + tall * (0.16 + row * 0.115)}v${tall * 0.07}`
    }
    const body =
      path(outline, '#1b2019', 'opacity=".16" transform="translate(6 8)"') +
      path(outline, fill) +
      stroke(holes, c.dark, (wide / (columns + 1)) * 0.5)
    art += rotated(
      body +
        stroke(d`M${x + wide * 0.04} ${y + tall * 0.95}h${wide * 0.4}`, c.dark, tall * 0.02, `${round} opacity=".5"`),
      turn + (index - 1) * random.float(-9, 9),
      w / 2,
      h / 2,
    )
  }
  return art
}

export const patternPictures: readonly Composition[] = [pipes, city, sprites, punchCards]
