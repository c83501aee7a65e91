import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { foldText } from './indexing/fold.ts'
import type { ReadAloud } from './indexing/reading.ts'
import { runsOf } from './indexing/runs.ts'

/** Words for the same thing, and what the catalogue has for it, as staff write them. */
export interface SynonymGroup {
  /** Null for words of every college. */
  readonly collegeId: number | null
  readonly words: readonly string[]
  /** The nearest first. */
  readonly related: readonly string[]
}

/** A group as it is compared. */
export interface FoldedGroup {
  readonly words: readonly string[]
  readonly sounds: readonly string[]
  readonly related: readonly string[]
}

/** A word as groups are looked up by it: folded, in one piece. 'Three.js' and 'three js' are 'threejs'. */
export function synonymKey(text: string): string {
  return runsOf(foldText(text))
    .map((run) => run.text)
    .join('')
}

/** How a Chinese word of two characters and more is typed by its sound; undefined for one of letters. */
function soundOf(key: string, read: ReadAloud): string | undefined {
  return /^\p{Script=Han}{2,}$/u.test(key) ? read(key).join('') : undefined
}

function unique(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== ''))] as string[]
}

/** A group as it is kept. */
export function foldGroup(
  { collegeId, words, related }: SynonymGroup,
  read: ReadAloud,
): { collegeId: number | null; words: string[]; sounds: string[]; related: string[] } {
  const keys = unique(words.map(synonymKey))
  const sounds = unique(keys.map((key) => soundOf(key, read)))
  return { collegeId, words: keys, sounds, related: unique(related.map((text) => foldText(text).trim())) }
}

/** Adds groups of synonyms. Searches follow them at once. */
export async function insertSynonyms(db: Database, groups: readonly SynonymGroup[], read: ReadAloud): Promise<void> {
  const rows = groups.map((group) => foldGroup(group, read))
  if (rows.length > 0) await db.insertInto('searchSynonyms').values(rows).execute()
}

/** Groups in which one of the keys stands, as a word or as the sound of one. */
export async function findSynonyms(db: Database, keys: readonly string[]): Promise<FoldedGroup[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<FoldedGroup>`select s.words, s.sounds, s.related from search_synonyms s
    where s.enabled and s.words || s.sounds && ${keys}::text[] order by s.id`.execute(db)
  return rows
}
