import { readTab, writeTab } from '#client/browser/tab-store.ts'

/** Where a note stands: at a second of a film or replay, or at a moment (epoch ms) of a class that is on. */
export type NotePlace = { readonly second: number } | { readonly momentTime: number }

/** A note that isn't saved yet; its key makes it happen once, however often it is sent. */
export interface NoteDraft {
  readonly clientKey: string
  readonly place: NotePlace
  readonly text: string
}

/** Text of a note that is being changed, and of which version it is. */
export interface EditDraft {
  readonly version: number
  readonly text: string
}

const newKey = (userId: number, lesson: string): string => `note:${userId}:${lesson}`
const editKey = (userId: number, id: number): string => `note-edit:${userId}:${id}`

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function readPlace(value: unknown): NotePlace | undefined {
  if (!isRecord(value)) return undefined
  const { second, momentTime } = value
  if (typeof second === 'number') return { second }
  return typeof momentTime === 'number' ? { momentTime } : undefined
}

/** What this tab keeps of an unsaved note; it survives a reload, a failure and a login. */
export function readNoteDraft(userId: number, lesson: string): NoteDraft | undefined {
  const kept = readTab(newKey(userId, lesson))
  if (!isRecord(kept)) return undefined
  const { clientKey, text } = kept
  const place = readPlace(kept.place)
  return typeof clientKey === 'string' && typeof text === 'string' && place ? { clientKey, place, text } : undefined
}

export function writeNoteDraft(userId: number, lesson: string, draft: NoteDraft | undefined): void {
  writeTab(newKey(userId, lesson), draft)
}

export function readEditDraft(userId: number, id: number): EditDraft | undefined {
  const kept = readTab(editKey(userId, id))
  if (!isRecord(kept)) return undefined
  const { version, text } = kept
  return typeof version === 'number' && typeof text === 'string' ? { version, text } : undefined
}

export function writeEditDraft(userId: number, id: number, draft: EditDraft | undefined): void {
  writeTab(editKey(userId, id), draft)
}
