import { useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import type { NoteDraft } from '#client/features/note/note-draft.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Note } from '#shared/contract/note.ts'

/** Why a note wasn't saved, in words for its writer, whose text is kept. */
export function whyUnsaved(error: unknown): string {
  if (error instanceof ApiError && (error.code === Code.Toast || error.code === Code.NotFound)) return error.message
  return '没有保存上，文字还在这里，请再试一次'
}

interface NoteActions {
  add: (lesson: { periodId: number; scheduleId?: number | undefined }, draft: NoteDraft) => Promise<Note>
  edit: (note: { id: number; version: number }, text: string) => Promise<Note>
  remove: (id: number) => Promise<void>
  /** Every list of notes on the page is asked anew. */
  refresh: () => Promise<void>
}

/** What a learner does with notes; the lists on the page follow. */
export function useNoteActions(): NoteActions {
  const { api } = useApp()
  const queries = useQueryClient()
  const refresh = (): Promise<void> =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/user/note/') })
  return {
    refresh,
    async add({ periodId, scheduleId }, { place, text, clientKey }) {
      const which = { periodId, ...(scheduleId === undefined ? {} : { scheduleId }) }
      const note = await api.call('POST /api/user/note/add', { ...which, ...place, text, clientKey })
      await refresh()
      return note
    },
    async edit({ id, version }, text) {
      const note = await api.call('POST /api/user/note/edit', { id, version, text })
      await refresh()
      return note
    },
    async remove(id) {
      await api.call('POST /api/user/note/delete', { id })
      await refresh()
    },
  }
}
