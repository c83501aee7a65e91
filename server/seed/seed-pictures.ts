import { type PictureKind, pictureWidths } from '#shared/rules/picture-rules.ts'
import { collegePages } from './data/college-pages.ts'
import { forumPersonas } from './data/forum-personas.ts'
import { gifts } from './data/gifts.ts'
import type { SeedTeacher, Subject } from './data/seed-types.ts'
import { advantages, homeBanners, honours, iconNavigation } from './data/site.ts'
import { fingerprint, installedVersion } from './fingerprint.ts'
import { examPictureNames } from './pictures/exam-pictures.ts'
import { type IconName, iconNames } from './pictures/icon-picture.ts'
import { pictureFamilies } from './pictures/picture.ts'
import { articlePicture, seedArticles } from './seed-articles.ts'
import { personaPicture } from './seed-forum.ts'
import { type PlannedSubject, seedPlan } from './seed-plan.ts'
import { workPictures } from './work-media.ts'

/** One file of the seed: `{kind}/{name}-{width}.webp`. */
export interface SeedPicture {
  readonly kind: PictureKind
  readonly name: string
  /** The same seed gives the same drawing at every width. */
  readonly seed: string
  readonly subject?: Subject
  readonly family?: number
  readonly feminine?: boolean
  readonly width: number
  readonly height: number
}

type Drawing = Omit<SeedPicture, 'width' | 'height' | 'seed'> & { readonly height?: (width: number) => number }

/** Height by width, unless a drawing says otherwise. */
const heights: Record<PictureKind, (width: number) => number> = {
  cover: (width) => (width * 9) / 16,
  portrait: (width) => width,
  banner: (width) => width / 3,
  work: (width) => width,
  honour: (width) => (width * 3) / 4,
  icon: (width) => width,
  avatar: (width) => width,
  exam: (width) => (width * 5) / 8,
}

const collegeIcons: Record<Subject, IconName> = {
  illustration: 'palette',
  design: 'grid',
  programming: 'brackets',
  video: 'camera',
  music: 'note',
  business: 'briefcase',
}

/** Of the ways in on a college's page, in their order. */
const entryIcons: readonly IconName[] = ['play', 'book', 'calendar', 'speech', 'people', 'medal']

/** Every picture file that the seed's rows name, in every width. */
export function seedPictures(): SeedPicture[] {
  const drawings = [
    ...seedPlan().flatMap(subjectDrawings),
    ...homeDrawings(),
    ...articleDrawings(),
    ...workDrawings(),
    ...personaDrawings(),
    ...giftDrawings(),
    ...examDrawings(),
  ]
  return drawings.flatMap(({ height, ...drawing }) =>
    pictureWidths[drawing.kind].map((width) => ({
      ...drawing,
      seed: drawing.name,
      width,
      height: Math.round((height ?? heights[drawing.kind])(width)),
    })),
  )
}

/** Changes when any picture would. */
export function pictureHash(): string {
  const words = [JSON.stringify(seedPictures()), installedVersion('sharp')]
  return fingerprint(['server/seed/pictures'], words)
}

function subjectDrawings(planned: PlannedSubject): Drawing[] {
  const { data, courses, classSystems } = planned
  const subject = data.subject
  return [
    { kind: 'cover', name: `college-${subject}`, subject, family: 0 },
    ...rotateFamilies(
      subject,
      [...courses, ...classSystems].map((item) => ({
        picture: item.picture,
        direction: 'direction' in item ? item.direction : 'class',
      })),
    ),
    ...data.teachers.map((teacher) => portraitOf(teacher, subject)),
    ...data.banners.map(
      (_, index): Drawing => ({ kind: 'banner', name: `${subject}-${index + 1}`, subject, family: index }),
    ),
    ...data.directions.map((direction, index) => icon(`direction-${subject}-${direction.path}`, index + 3, subject)),
    ...data.painPoints.map((_, index) => icon(`pain-${subject}-${index + 1}`, index + 9, subject)),
    ...data.advantages.map((_, index) => icon(`advantage-${subject}-${index + 1}`, index + 15, subject)),
    ...entryIcons.map((name, index) => icon(`entry-${subject}-${index + 1}`, iconNames.indexOf(name), subject)),
    ...collegePages[subject].honours.map(
      (_, index): Drawing => ({
        kind: 'honour',
        name: `honour-${subject}-${index + 1}`,
        subject,
        family: index + data.teachers.length,
      }),
    ),
  ]
}

/** Covers one after another: neighbours of the subject's list and of the direction's list have different compositions. */
function rotateFamilies(subject: Subject, items: readonly { picture: string; direction: string }[]): Drawing[] {
  const families = pictureFamilies(subject, 'cover')
  const lastOf = new Map<string, number>()
  let last = -1
  return items.map(({ picture, direction }) => {
    let family = (last + 1) % families
    if (family === lastOf.get(direction)) family = (family + 1) % families
    last = family
    lastOf.set(direction, family)
    return { kind: 'cover', name: picture, subject, family }
  })
}

function portraitOf(teacher: SeedTeacher, subject: Subject): Drawing {
  const feminine = teacher.intro.includes('她') ? true : teacher.intro.includes('他') ? false : undefined
  return { kind: 'portrait', name: teacher.key, subject, ...(feminine === undefined ? {} : { feminine }) }
}

function icon(name: string, family: number, subject?: Subject): Drawing {
  return { kind: 'icon', name, family: family % iconNames.length, ...(subject ? { subject } : {}) }
}

function homeDrawings(): Drawing[] {
  const names = (wanted: IconName): number => iconNames.indexOf(wanted)
  const advantageIcons: readonly IconName[] = ['pen', 'people', 'calendar', 'bulb']
  return [
    ...homeBanners.map(
      (banner, index): Drawing => ({
        kind: 'banner',
        name: `home-${index + 1}`,
        subject: banner.subject,
        family: index,
      }),
    ),
    ...homeBanners
      .filter((banner) => banner.url === '/live/list')
      .map(
        (banner, index): Drawing => ({
          kind: 'banner',
          name: `live-${index + 1}`,
          subject: banner.subject,
          family: index + 2,
        }),
      ),
    ...honours.map((_, index): Drawing => ({ kind: 'honour', name: `honour-${index + 1}`, family: index })),
    ...advantages.map((_, index) =>
      icon(`advantage-${index + 1}`, names(advantageIcons[index % advantageIcons.length] ?? 'pen')),
    ),
    ...iconNavigation.flatMap(({ subject }) =>
      subject ? [icon(`college-${subject}`, names(collegeIcons[subject]), subject)] : [],
    ),
  ]
}

function articleDrawings(): Drawing[] {
  return seedArticles.map(
    (article, index): Drawing => ({
      kind: 'cover',
      name: articlePicture(index),
      ...(article.subject ? { subject: article.subject } : {}),
    }),
  )
}

function workDrawings(): Drawing[] {
  return workPictures().map(
    ({ size, ...drawing }): Drawing => ({ kind: 'work', ...drawing, height: (width) => size(width).height }),
  )
}

function personaDrawings(): Drawing[] {
  return forumPersonas.map((_, index): Drawing => ({ kind: 'avatar', name: personaPicture(index), family: index }))
}

function examDrawings(): Drawing[] {
  return examPictureNames.map((name, family): Drawing => ({ kind: 'exam', name, family, subject: 'illustration' }))
}

function giftDrawings(): Drawing[] {
  return gifts.map(({ icon: name }, index) => icon(`gift-${index + 1}`, iconNames.indexOf(name)))
}
