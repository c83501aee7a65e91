import type { Database } from '#server/backend/db/database.ts'
import { DocumentKind, LectureType } from '#shared/contract/enums.ts'
import type { SearchEntry } from '#shared/contract/search.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { toYuan } from '#shared/rules/money.ts'
import { loadReader } from './indexing/reading.ts'
import { type Marker, markText } from './marking.ts'
import type { SearchAnswer } from './search-engine.ts'
import { type ShownRow, readExcerpts, readShown } from './search-entry-store.ts'

const kindNames = {
  [DocumentKind.course]: 'course',
  [DocumentKind.classes]: 'classes',
  [DocumentKind.article]: 'article',
  [DocumentKind.work]: 'work',
  [DocumentKind.post]: 'post',
} as const
const productLabels: Readonly<Record<LectureType, string>> = {
  [LectureType.live]: '直播',
  [LectureType.classSystem]: '系统班',
  [LectureType.video]: '录播',
}

function urlOf(kind: DocumentKind, row: ShownRow): string {
  if (kind === DocumentKind.article) return `/article/${row.id}.html`
  if (kind === DocumentKind.work) return `/works/${row.id}.html`
  return kind === DocumentKind.post ? `/bbs/detail/${row.id}` : detailUrl(row.lectureType ?? LectureType.video, row.id)
}

/** The hits of an answer as they are shown, what was found marked. */
export async function findSearchEntries(db: Database, answer: SearchAnswer): Promise<SearchEntry[]> {
  if (answer.hits.length === 0) return []
  const [excerpts, rows] = await Promise.all([readExcerpts(db, answer), readShown(db, answer)])
  const sounds = answer.query.needs
    .filter((need) => need.kind === 'word' && /^[a-z]{2,}$/.test(need.text))
    .map((need) => need.text)
  const read = sounds.length > 0 ? await loadReader() : undefined
  return answer.hits.flatMap((hit): SearchEntry[] => {
    const row = rows.get(`${hit.kind}/${hit.refId}`)
    if (!row) return []
    const marker: Marker = { texts: hit.marks ?? answer.query.needs.map((need) => need.text), sounds, read }
    const excerpt = excerpts.get(hit.id)
    const words = (excerpt?.words ?? '').replace(/\s+/g, ' ').trim()
    return [
      {
        kind: kindNames[hit.kind],
        id: row.id,
        title: markText(row.title, marker),
        excerpt: markText(excerpt?.isBegin === false ? `…${words}` : words, { ...marker, sounds: [] }),
        url: urlOf(hit.kind, row),
        coverImg: row.coverImg,
        meta: {
          label: row.lectureType === null ? row.label : productLabels[row.lectureType],
          names: markText(row.names ?? '', marker),
          uses: row.uses,
          publishTime: row.publishedAt?.getTime() ?? null,
          price: row.priceFen === null ? null : toYuan(row.priceFen),
        },
      },
    ]
  })
}
