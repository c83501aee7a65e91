import { type DBSchema, openDB } from 'idb'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'

/** A changed answer that the server hasn't acknowledged. */
export interface JournalEntry {
  readonly attemptId: number
  /** The page that wrote it. */
  readonly device: string
  /** The lease under which it was written. */
  readonly leaseNo: number
  readonly questionId: number
  readonly answer: ExamAnswer
  readonly isFlagged: boolean
  readonly seq: number
  /** Epoch ms on this browser's clock: only its age counts. */
  readonly writtenAt: number
}

interface JournalSchema extends DBSchema {
  changes: { key: [number, string, number]; value: JournalEntry; indexes: { attempt: number } }
}

/** What this browser keeps of answers on their way, over a reload, a crash and the end of a session. */
export interface AnswerJournal {
  /** One entry a page and question: the newest. Throws when the browser keeps nothing. */
  put: (entry: JournalEntry) => Promise<void>
  list: (attemptId: number) => Promise<JournalEntry[]>
  /** Drops entries that are no newer than what is named. */
  forget: (entries: readonly Pick<JournalEntry, 'attemptId' | 'device' | 'questionId' | 'seq'>[]) => Promise<void>
  /** Drops all of an attempt. */
  clear: (attemptId: number) => Promise<void>
  close: () => void
}

/** What is older was forgotten by its writer, too. */
const keptMs = 30 * 24 * 3_600_000

/** Opens the journal; undefined where the browser refuses storage. */
export async function openAnswerJournal(): Promise<AnswerJournal | undefined> {
  try {
    const database = await openDB<JournalSchema>('exam-answers', 1, {
      upgrade(fresh) {
        fresh
          .createObjectStore('changes', { keyPath: ['attemptId', 'device', 'questionId'] })
          .createIndex('attempt', 'attemptId')
      },
    })
    const journal: AnswerJournal = {
      async put(entry) {
        await database.put('changes', entry)
      },
      list: (attemptId) => database.getAllFromIndex('changes', 'attempt', attemptId),
      async forget(entries) {
        const { store, done } = database.transaction('changes', 'readwrite')
        await Promise.all(
          entries.map(async ({ attemptId, device, questionId, seq }) => {
            const key: [number, string, number] = [attemptId, device, questionId]
            const kept = await store.get(key)
            if (kept !== undefined && kept.seq <= seq) await store.delete(key)
          }),
        )
        await done
      },
      async clear(attemptId) {
        const { store, done } = database.transaction('changes', 'readwrite')
        for (const key of await store.index('attempt').getAllKeys(attemptId)) await store.delete(key)
        await done
      },
      close: () => database.close(),
    }
    const old = (await database.getAll('changes')).filter(({ writtenAt }) => Date.now() - writtenAt > keptMs)
    await journal.forget(old)
    return journal
  } catch {
    return undefined
  }
}
