// A kept page carries tags of what it shows; who changes something names its tag, and these pages are made anew. All tags are
// made here, so that none can be misspelt; `tests/site/page-tags.test.ts` holds carriers and writers against each other.

/** All of a kind: a list shows some of them. */
const wholes = [
  'common',
  'home',
  'courses',
  'classes',
  'live',
  'colleges',
  'articles',
  'works',
  'bbs',
  'agreements',
  'register-over',
  'not-found',
] as const

/** One thing, by its id or its path. */
const things = [
  'course',
  'classes',
  'college',
  'article',
  'article-category',
  'work',
  'plate',
  'post',
  'bbs-user',
  'agreement',
] as const

type Whole = (typeof wholes)[number]
type Thing = (typeof things)[number]

/** What kept pages and kept answers are purged by. */
export type PageTag = Whole | `${Thing}:${string}`

/** The tag of everything of a kind. */
export const tagOfAll = (kind: Whole): PageTag => kind

/** The tag of one thing. */
export const tagOf = (kind: Thing, id: string | number | undefined): PageTag => `${kind}:${id}`
