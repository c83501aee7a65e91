import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './account-tables.ts'

export interface SearchTables {
  searchDocuments: {
    id: Generated<number>
    /** 1 course, 2 system class, 3 article, 4 work, 5 post. */
    kind: number
    refId: number
    /** In characters. */
    titleLength: number
    namesEnd: number
    popularity: Generated<number>
    publishedAt: Timestamp | null
    tokens: ColumnType<string, never, never>
  }
  searchPushes: { engine: number; path: string; version: Generated<number>; tries: Generated<number>; dueAt: Timestamp }
  /** What is read of the best: by the key of the document. */
  searchTexts: { id: number; kind: number; head: string; sound: string; folded: string; words: string }
  /** Words for the same thing, and what the catalogue has for it; folded. */
  searchSynonyms: {
    id: Generated<number>
    collegeId: number | null
    words: string[]
    /** How the words sound: 'peise'. */
    sounds: string[]
    related: string[]
    enabled: Generated<boolean>
    version: Generated<number>
  }
  /** What found nothing, by day of Shanghai. */
  searchMisses: { day: string; folded: string; searches: Generated<number> }
  searchDirty: { id: Generated<number>; kind: number; refId: number }
}
