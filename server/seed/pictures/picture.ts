import type { Subject } from '../data/seed-types.ts'
import { avatarPicture } from './avatar-picture.ts'
import { banner, bannerLayouts } from './banner.ts'
import { coverPictures } from './cover-pictures.ts'
import { examPicture, examPictureNames } from './exam-pictures.ts'
import { honourPictures } from './honour.ts'
import { iconNames, iconPicture } from './icon-picture.ts'
import { bannerSchemes, schemes } from './palette.ts'
import { portrait } from './portrait.ts'
import { at, createRandom, hashText, type Random } from './random.ts'
import type { Stage } from './shapes.ts'
import { workPicture } from './work-picture.ts'

export type PictureKind = 'cover' | 'portrait' | 'banner' | 'work' | 'honour' | 'icon' | 'avatar' | 'exam'

export interface PictureSpec {
  kind: PictureKind
  /** The same spec always gives the same bytes. */
  seed: string
  /** Chosen by the seed when absent. */
  subject?: Subject
  /** Which composition, counted round; chosen by the seed when absent. Neighbours should differ. */
  family?: number
  /** Portraits only. */
  feminine?: boolean
  width: number
  height: number
}

const subjects = Object.keys(coverPictures) as Subject[]

/** The number of compositions a kind of picture has; `family` counts from 0 to one less. */
export function pictureFamilies(subject: Subject, kind: PictureKind = 'cover'): number {
  if (kind === 'honour') return honourPictures.length
  if (kind === 'icon') return iconNames.length
  if (kind === 'exam') return examPictureNames.length
  if (kind === 'portrait') return 1
  const scenes = coverPictures[subject].length
  return kind === 'banner' ? scenes * bannerLayouts : scenes
}

function paint(spec: PictureSpec, subject: Subject, family: number, random: Random, id: string): string {
  const { kind, width, height } = spec
  const all = schemes[subject]
  // Icons stand on light grounds only: their dark parts must read.
  const scheme = random.pick(kind === 'icon' ? all.filter((one) => one.line === one.dark) : all)
  const stage: Stage = { random, width, height, unit: Math.min(width, height), scheme, id }
  const scenes = coverPictures[subject]
  switch (kind) {
    case 'cover':
      return at(scenes, family)(stage)
    case 'portrait':
      return portrait(stage, spec.feminine)
    case 'banner':
      return banner(
        { ...stage, scheme: random.pick(bannerSchemes[subject]) },
        family + Math.floor(family / bannerLayouts),
        at(scenes, family),
        scheme,
      )
    case 'work':
      return workPicture(stage, subject, at(scenes, family))
    case 'honour':
      return at(honourPictures, family)(stage)
    case 'avatar':
      return avatarPicture(stage, at(scenes, family), family)
    case 'exam':
      return examPicture(at(examPictureNames, family), id)
    case 'icon':
      return iconPicture(at(iconNames, family))(stage)
  }
}

/** One picture as SVG text, without a word in it. */
export function drawPicture(spec: PictureSpec): string {
  const { kind, seed, width, height } = spec
  const chance = createRandom(`${kind}/${seed}`)
  const subject = spec.subject ?? chance.pick(subjects)
  const family = spec.family ?? chance.int(0, pictureFamilies(subject, kind) - 1)
  const random = createRandom(`${kind}/${subject}/${seed}/${family}`)
  const id = hashText(`${kind}/${subject}/${seed}/${family}/${width}x${height}/${spec.feminine ?? ''}`).toString(36)
  const body = paint(spec, subject, family, random, id)
  const frame = `<clipPath id="edge-${id}"><path d="M0 0h${width}v${height}H0z"/></clipPath>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${frame}<g clip-path="url(#edge-${id})">${body}</g></svg>\n`
}
