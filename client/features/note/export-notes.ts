import type { Api } from '#shared/contract/calls.ts'
import type { Note } from '#shared/contract/note.ts'
import { notesAnki, notesMarkdown } from '#shared/rules/note-files.ts'

export type NoteFile = 'markdown' | 'anki'

const files = {
  markdown: { name: '学习笔记.md', type: 'text/markdown;charset=utf-8', write: notesMarkdown },
  anki: { name: '学习笔记-anki.txt', type: 'text/plain;charset=utf-8', write: notesAnki },
} as const

async function loadAll(api: Api, courseId: number | undefined): Promise<Note[]> {
  const notes: Note[] = []
  for (let afterId: number | null = 0; afterId !== null; ) {
    const input: { afterId: number; courseId?: number } = { afterId, ...(courseId === undefined ? {} : { courseId }) }
    const piece: { notes: Note[]; next: number | null } = await api.call('GET /api/user/note/export', input)
    notes.push(...piece.notes)
    afterId = piece.next
  }
  return notes
}

/** Saves all notes, or those of a course, as a file on the reader's machine. */
export async function saveNotes(
  api: Api,
  { file, courseId, origin }: { file: NoteFile; courseId: number | undefined; origin: string },
): Promise<void> {
  const { name, type, write } = files[file]
  const address = URL.createObjectURL(new Blob([write(await loadAll(api, courseId), origin)], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
