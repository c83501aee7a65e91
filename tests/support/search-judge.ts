import { sql } from 'kysely'
import { forumPlates } from '#server/seed/data/forum-plates.ts'
import type { Subject } from '#server/seed/data/seed-types.ts'
import { foldText } from '#server/backend/catalogue/search/indexing/fold.ts'
import type { TestBackend } from './backend-harness.ts'
import type { SearchTopic } from './search-topics.ts'

/** A document as it is judged: what it says of itself, folded, and where it belongs. */
interface JudgedDocument {
  readonly isWork: boolean
  /** Title, direction or category, lead, a line each. Teachers, authors and plates aren't what it is about. */
  readonly head: string
  /** Null for an article or a plate of the whole school. */
  readonly college: Subject | null
}

export interface SearchCatalogue {
  /** By kind and id, as search answers them: 'course/12'. */
  readonly documents: ReadonlyMap<string, JudgedDocument>
  /** Words of titles and tags, folded, and whole titles and tags. */
  readonly words: ReadonlySet<string>
}

interface CatalogueRow {
  kind: string
  id: number
  title: string
  tag: string | null
  lead: string | null
  college: string | null
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
/** No suggestion begins or ends with one of them: '水彩的' is a piece of a title, not a word. */
const particles = new Set([...'的了吗呢吧么着过地得和与或是在把被给从到有也都就还不没很一个这那'])
const longestPhrase = 5

/** Every word of a text, and words in a row, as they would be suggested. */
function phrasesOf(text: string): string[] {
  const words = [...segmenter.segment(foldText(text))].map(({ segment }) => segment)
  return words.flatMap((first, from) =>
    words.slice(from, from + longestPhrase).flatMap((last, count) => {
      const isBare = particles.has(first) || particles.has(last)
      return isBare || !/[\p{L}\p{N}]/u.test(last)
        ? []
        : [
            words
              .slice(from, from + count + 1)
              .join('')
              .trim(),
          ]
    }),
  )
}

/** What is in the database, read by itself and not through the index. */
export async function readSearchCatalogue(backend: TestBackend): Promise<SearchCatalogue> {
  const { db } = backend.database
  const { rows } = await sql<CatalogueRow>`
    select case p.lecture_type when 2 then 'classes' else 'course' end as kind, p.id, p.name as title,
      y.name as tag, p.learn_aim as lead, c.path as college
    from products p join colleges c on c.id = p.college_id
    -- every course has a type of class, too, which says nothing of what it is about
    left join course_types y on y.id = case p.lecture_type when 2 then p.subject_two_id else p.learn_id end
    where p.status = 1 and p.deleted_at is null
    union all select 'article', a.id, a.title, k.name, a.summary, c.path
    from articles a join article_categories k on k.id = a.category_id and k.enabled
    left join colleges c on c.id = a.college_id where a.status = 1 and a.deleted_at is null
    union all select 'work', w.id, w.title, k.name, w.intro, c.path
    from student_works w join work_categories k on k.id = w.category_id join colleges c on c.id = w.college_id
    where w.status = 1 and w.deleted_at is null
    union all select 'post', f.id, f.title, l.name, null, null
    from forum_posts f join forum_plates l on l.id = f.plate_id and l.enabled
    where f.status = 2 and f.deleted_at is null`.execute(db)
  const { rows: teachers } = await sql<{ name: string }>`select name from teachers`.execute(db)
  const plates = new Map(forumPlates.map((plate) => [plate.name, plate.subject ?? null]))
  const documents = new Map<string, JudgedDocument>()
  const words = new Set(teachers.map(({ name }) => foldText(name)))
  for (const row of rows) {
    const isPost = row.kind === 'post'
    const parts = [row.title, isPost ? '' : (row.tag ?? ''), row.lead ?? '']
    const college = isPost ? (plates.get(row.tag ?? '') ?? null) : (row.college as Subject | null)
    documents.set(`${row.kind}/${row.id}`, { isWork: row.kind === 'work', head: foldText(parts.join('\n')), college })
    for (const text of [row.title, row.tag ?? ''])
      for (const phrase of [foldText(text), ...phrasesOf(text)]) words.add(phrase)
  }
  return { documents, words }
}

/** A topic's word stands in a text; a word of letters stands by itself: 'java' isn't in 'javascript'. */
function names(head: string, word: string): boolean {
  const begin = /^[a-z0-9]/.test(word) ? '(?<![a-z0-9])' : ''
  const end = /[a-z0-9]$/.test(word) ? '(?![a-z0-9])' : ''
  return new RegExp(`${begin}${word.replace(/[.+]/g, '\\$&')}${end}`).test(head)
}

function answers(document: JudgedDocument, topic: SearchTopic): boolean {
  if (document.isWork && !topic.works) return false
  if (topic.within.length > 0 && !(document.college && topic.within.includes(document.college))) return false
  return topic.any.some((word) => names(document.head, word))
}

/** Documents of the catalogue that answer a topic. */
export function countAnswers(catalogue: SearchCatalogue, topic: SearchTopic): number {
  return [...catalogue.documents.values()].filter((document) => answers(document, topic)).length
}

export interface SearchVerdict {
  readonly topic: SearchTopic
  /** Place of the first hit that answers, from 1; null when none of the first ten does. */
  readonly rank: number | null
  /** Nothing holds the phrase as it stands. */
  readonly isLoose: boolean
  readonly titles: readonly string[]
  /** "您是不是要找", null when nothing is suggested. */
  readonly suggestion: string | null
  /** The suggestion is a word, or words in a row, of a title or tag. */
  readonly isSuggestionReal: boolean
}

/** Types every phrase into the search of the whole site, and looks at the first ten. */
export async function judgeSearch(
  backend: TestBackend,
  catalogue: SearchCatalogue,
  topics: readonly SearchTopic[],
): Promise<SearchVerdict[]> {
  const verdicts: SearchVerdict[] = []
  for (const topic of topics) {
    const answer = await backend.api.call('GET /api/search/all', { searchText: topic.phrase, pageSize: 10 })
    const place = answer.page.records.findIndex((entry) => {
      const document = catalogue.documents.get(`${entry.kind}/${entry.id}`)
      return document !== undefined && answers(document, topic)
    })
    verdicts.push({
      topic,
      rank: place < 0 ? null : place + 1,
      isLoose: answer.match !== 'exact',
      titles: answer.page.records.map((entry) => entry.title.map((part) => part.text).join('')),
      suggestion: answer.meant,
      isSuggestionReal: answer.meant !== null && catalogue.words.has(foldText(answer.meant)),
    })
  }
  return verdicts
}

export interface SearchFigures {
  readonly count: number
  /** Share of phrases that an answer follows among the first ten, the first three. */
  readonly hit10: number
  readonly hit3: number
  readonly meanReciprocalRank: number
  readonly suggestions: number
  readonly nonsense: number
}

/** The figures of phrases that something answers; of the others only suggestions mean something. */
export function figuresOf(verdicts: readonly SearchVerdict[]): SearchFigures {
  const share = (worth: (verdict: SearchVerdict) => number): number =>
    verdicts.reduce((sum, verdict) => sum + worth(verdict), 0) / Math.max(1, verdicts.length)
  const suggesting = verdicts.filter((verdict) => verdict.suggestion !== null)
  return {
    count: verdicts.length,
    hit10: share(({ rank }) => (rank === null ? 0 : 1)),
    hit3: share(({ rank }) => (rank !== null && rank <= 3 ? 1 : 0)),
    meanReciprocalRank: share(({ rank }) => (rank === null ? 0 : 1 / rank)),
    suggestions: suggesting.length,
    nonsense: suggesting.filter((verdict) => !verdict.isSuggestionReal).length,
  }
}
