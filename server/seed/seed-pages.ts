import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { ModulePosition } from '#shared/contract/enums.ts'
import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { collegeModuleTitles, collegePages } from './data/college-pages.ts'
import type { SeedSubject } from './data/seed-types.ts'
import { advantages, homeBanners, honours, iconNavigation, moduleTitles, notices } from './data/site.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import type { SubjectIds } from './seed-structure.ts'
import { seedSubjects } from './seed-subjects.ts'

/** Modules of the home page in their order. */
const homeModules = [
  ModulePosition.banner,
  ModulePosition.iconNavigation,
  ModulePosition.goodLive,
  ModulePosition.systemClass,
  ModulePosition.studentWorks,
  ModulePosition.instructorStyle,
  ModulePosition.productAdvantages,
  ModulePosition.comprehensiveInfo,
  ModulePosition.honor,
]

/** Modules of every college's page in their order. */
const collegeModules = [
  ModulePosition.banner,
  ModulePosition.collegeTopEntry,
  ModulePosition.iconNavigation,
  ModulePosition.collegeIconNavigation,
  ModulePosition.collegePainPoints,
  ModulePosition.auditionCourse,
  ModulePosition.collegeSystemClass,
  ModulePosition.systemClass,
  ModulePosition.goodLive,
  ModulePosition.instructorStyle,
  ModulePosition.studentWorks,
  ModulePosition.productAdvantages,
  ModulePosition.materialInfo,
  ModulePosition.comprehensiveInfo,
  ModulePosition.sourceMaterial,
  ModulePosition.honor,
]

interface Item {
  title: string
  subTitle?: string
  content?: string
  img?: string
  url?: string
}

type ItemsOf = ReadonlyMap<number, readonly Item[]>

/** Modules with their entries, banners and platform notices. */
export async function seedPages(trx: DatabaseTransaction, subjects: ReadonlyMap<string, SubjectIds>): Promise<void> {
  await insertModules(trx, null, { types: homeModules, items: homeItems() })
  for (const subject of seedSubjects) {
    await insertModules(trx, must(subjects.get(subject.subject), subject.subject).collegeId, {
      types: collegeModules,
      items: collegeItems(subject),
      subject,
    })
  }
  await insertBanners(trx, subjects)
  await insertRows(
    trx,
    'platformNotices',
    notices.map(({ title, html, position, url }) => ({
      title,
      contentHtml: html,
      position,
      url: url ?? null,
      beginAt: '2024-01-01T00:00:00+08:00',
      endAt: '2100-01-01T00:00:00+08:00',
    })),
  )
}

async function insertModules(
  trx: DatabaseTransaction,
  collegeId: number | null,
  { types, items, subject }: { types: readonly number[]; items: ItemsOf; subject?: SeedSubject | undefined },
): Promise<void> {
  const rows = types.map((type, sort) => {
    const titles = subject ? [...collegeModuleTitles, ...moduleTitles] : moduleTitles
    const text = must(
      titles.find((title) => title.position === type),
      `module ${type}`,
    )
    const ofClasses = type === ModulePosition.collegeSystemClass && subject !== undefined
    return {
      collegeId,
      type,
      title: text.title,
      subTitle: ofClasses ? `${subject.smallTitle}：${text.subTitle}` : text.subTitle,
      sort: sort + 1,
    }
  })
  const ids = await insertForIds(trx, 'modules', rows)
  const entries = types.flatMap((type, index) =>
    (items.get(type) ?? []).map((item, sort) => ({
      moduleId: must(ids[index], `module ${type}`),
      title: item.title,
      subTitle: item.subTitle ?? null,
      content: item.content ?? null,
      img: item.img ?? null,
      url: item.url ?? null,
      sort,
    })),
  )
  if (entries.length > 0) await insertRows(trx, 'moduleItems', entries)
}

function smallTitleOf(subject: string | undefined): string {
  return seedSubjects.find((entry) => entry.subject === subject)?.smallTitle ?? ''
}

/** The six colleges as entries with an icon. */
function collegeEntries(): Item[] {
  return iconNavigation.map(({ name, url, subject }) => ({
    title: name,
    subTitle: smallTitleOf(subject),
    url,
    img: pictureUrl('icon', `college-${subject ?? 'illustration'}`),
  }))
}

function homeItems(): ItemsOf {
  return new Map<number, Item[]>([
    [ModulePosition.iconNavigation, collegeEntries()],
    [
      ModulePosition.honor,
      honours.map(([title, content], index) => ({ title, content, img: pictureUrl('honour', `honour-${index + 1}`) })),
    ],
    [
      ModulePosition.productAdvantages,
      advantages.map(([title, content], index) => ({
        title,
        content,
        img: pictureUrl('icon', `advantage-${index + 1}`),
      })),
    ],
  ])
}

/** Ways to the parts of a college's page and to the list of its courses. */
function pageEntries({ subject }: SeedSubject, typePath: string): Item[] {
  const { teachersNote, worksNote } = collegePages[subject]
  const entries: readonly (readonly [title: string, subTitle: string, url: string])[] = [
    ['试听一讲', '先听，再决定', '#audition'],
    ['全部课程', '录播和直播', `/course/${typePath}`],
    ['系统班', '按学期上课', '#classes'],
    ['公开课', '不收费', '#live'],
    ['老师', teachersNote, '#teachers'],
    ['学生作品', worksNote, '#works'],
  ]
  return entries.map(([title, subTitle, url], index) => ({
    title,
    subTitle,
    url,
    img: pictureUrl('icon', `entry-${subject}-${index + 1}`),
  }))
}

function collegeItems(subject: SeedSubject): ItemsOf {
  const path = subject.subject
  const typePath = path === 'video' ? 'film' : path
  return new Map<number, Item[]>([
    [ModulePosition.collegeTopEntry, collegeEntries()],
    [ModulePosition.iconNavigation, pageEntries(subject, typePath)],
    [
      ModulePosition.honor,
      collegePages[path].honours.map(([title, content], index) => ({
        title,
        content,
        img: pictureUrl('honour', `honour-${path}-${index + 1}`),
      })),
    ],
    [
      ModulePosition.collegePainPoints,
      subject.painPoints.map(([title, content], index) => ({
        title,
        content,
        img: pictureUrl('icon', `pain-${path}-${index + 1}`),
      })),
    ],
    [
      ModulePosition.productAdvantages,
      subject.advantages.map(([title, content], index) => ({
        title,
        content,
        img: pictureUrl('icon', `advantage-${path}-${index + 1}`),
      })),
    ],
    [
      ModulePosition.collegeIconNavigation,
      subject.directions.map((direction) => ({
        title: direction.name,
        subTitle: direction.note,
        url: `/course/${typePath}/${direction.path}`,
        img: pictureUrl('icon', `direction-${path}-${direction.path}`),
      })),
    ],
  ])
}

async function insertBanners(trx: DatabaseTransaction, subjects: ReadonlyMap<string, SubjectIds>): Promise<void> {
  const home = homeBanners.map(({ title, sub, url }, sort) => ({
    page: 'home',
    collegeId: null,
    title,
    subTitle: sub,
    url,
    img: pictureUrl('banner', `home-${sort + 1}`),
    sort,
  }))
  const college = seedSubjects.flatMap((subject) => {
    const path = subject.subject === 'video' ? 'film' : subject.subject
    const targets = [`/course/${path}`, `/classes/${path}`, '/live/list']
    return subject.banners.map(([title, subTitle], sort) => ({
      page: 'college',
      collegeId: must(subjects.get(subject.subject), subject.subject).collegeId,
      title,
      subTitle,
      url: targets[sort % targets.length] ?? `/course/${path}`,
      img: pictureUrl('banner', `${subject.subject}-${sort + 1}`),
      sort,
    }))
  })
  const live = homeBanners
    .filter((banner) => banner.url === '/live/list')
    .map(({ title, sub }, sort) => ({
      page: 'live',
      collegeId: null,
      title,
      subTitle: sub,
      url: '',
      img: pictureUrl('banner', `live-${sort + 1}`),
      sort,
    }))
  await insertRows(trx, 'banners', [...home, ...college, ...live])
}
