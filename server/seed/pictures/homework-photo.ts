import sharp from 'sharp'
import { drawSheet, type SheetName } from './homework-sheets.ts'
import { createRandom, hashText } from './random.ts'
import { num } from './shapes.ts'

const width = 1440
const height = 1080
const woods = ['#a9805a', '#8f6a4b', '#b99a78', '#7d6656', '#c2b3a0'] as const

/** A photo of somebody's sheet on their table, as JPEG; the same seed gives the same picture. */
export async function takePhoto(name: SheetName, seed: string): Promise<Buffer> {
  const random = createRandom(`homework/${seed}`)
  const id = hashText(seed).toString(36)
  const wood = random.pick(woods)
  const [sw, sh] = [width * 0.9, height * 0.87]
  const tilt = random.float(-3, 3)
  const planks = [0.21, 0.55, 0.83]
    .map((at) => `<path d="M0 ${num(height * at)}h${width}" stroke="#000" stroke-width="4" opacity=".16"/>`)
    .join('')
  const grain = Array.from({ length: 26 }, () => {
    const y = random.float(0, height)
    return `<path d="M0 ${num(y)}q${width / 3} ${num(random.float(-26, 26))} ${width} ${num(random.float(-8, 8))}" fill="none" stroke="#000" stroke-width="${num(random.float(1, 4))}" opacity=".06"/>`
  }).join('')
  const light = random.pick([0.2, 0.75])
  const sheet = `<g transform="translate(${num((width - sw) / 2)} ${num((height - sh) / 2)}) rotate(${num(tilt)} ${num(sw / 2)} ${num(sh / 2)})">
<rect x="9" y="14" width="${num(sw)}" height="${num(sh)}" fill="#000" opacity=".28"/><rect width="${num(sw)}" height="${num(sh)}" fill="#f4f1e7"/>${drawSheet(name, { random, width: sw, height: sh, id })}</g>`
  const lamp = `<radialGradient id="lamp-${id}" cx="${light}" cy=".15" r="1.1"><stop offset="0" stop-color="#fff3d2" stop-opacity=".34"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a1208" stop-opacity=".42"/></radialGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${lamp}</defs><rect width="${width}" height="${height}" fill="${wood}"/>${grain}${planks}${sheet}<rect width="${width}" height="${height}" fill="url(#lamp-${id})"/></svg>`
  // the grain of a small sensor
  const noise = { type: 'gaussian', mean: 128, sigma: 13 } as const
  return sharp(Buffer.from(svg))
    .composite([
      { input: { create: { width, height, channels: 3, background: '#808080', noise } }, blend: 'soft-light' },
    ])
    .jpeg({ quality: 78 })
    .toBuffer()
}
