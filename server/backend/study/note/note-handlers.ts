import { lockUser } from '#server/backend/account/sign-in/session-store.ts'
import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { findLesson, findLessonRoom, type LessonRow } from '#server/backend/classroom/room/room-store.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import type { noteApi } from '#shared/contract/note.ts'
import { noteCharacters, noteLength, notesOfLearner, notesOfLesson, noteText } from '#shared/rules/note-rules.ts'
import {
  countLessonNotes,
  countNotes,
  deleteNote,
  findNote,
  insertNote,
  listLessonNotes,
  listNoteCourses,
  listNotes,
  listNotesAfter,
  type NewNote,
  updateNote,
} from './note-store.ts'

const unknown = '没有找到这条笔记'
const longestSec = 604_800

function readText(typed: string): string {
  const text = noteText(typed)
  if (text === '') throw new ApiError(Code.Toast, '还没有写内容')
  if (noteCharacters(text) > noteLength) throw new ApiError(Code.Toast, `一条笔记最多 ${noteLength} 字`)
  return text
}

/** Where a note stands: at a second, or at a moment of the class, which nobody writes in before it is there. */
async function placeOf(
  ctx: CallContext,
  lesson: LessonRow,
  { second, momentTime }: { second?: number | undefined; momentTime?: number | undefined },
): Promise<Pick<NewNote, 'roomId' | 'moment' | 'placeSec'>> {
  if ((second === undefined) === (momentTime === undefined)) throw new ApiError(Code.Fail, '参数 second 不正确', 400)
  if (momentTime === undefined) return { roomId: null, moment: null, placeSec: second ?? 0 }
  const room = await findLessonRoom(ctx.db, lesson)
  if (!room) throw new ApiError(Code.Toast, '这间教室还没有开，上课后再记')
  // a browser's clock may be wrong, and what was written offline comes late
  const at = Math.min(momentTime, ctx.clock.now())
  const begun = Math.floor((at - room.beginAt.getTime()) / 1000)
  return { roomId: room.id, moment: new Date(at), placeSec: Math.min(Math.max(0, begun), longestSec) }
}

async function checkCounts(ctx: CallContext, userId: number, periodId: number): Promise<void> {
  if ((await countNotes(ctx.db, { userId })) >= notesOfLearner)
    throw new ApiError(Code.Toast, `笔记已经有 ${notesOfLearner.toLocaleString('en-US')} 条了，删掉一些再记`)
  if ((await countLessonNotes(ctx.db, userId, periodId)) >= notesOfLesson)
    throw new ApiError(Code.Toast, `这节课的笔记已经有 ${notesOfLesson} 条了，删掉一些再记`)
}

export const noteHandlers: Handlers<typeof noteApi> = {
  async list(ctx, { courseId, keyword, ...page }, { userId }) {
    const choice = { userId, courseId, keyword }
    const records = await listNotes(ctx.db, choice, page, ctx.clock.now())
    return toPage(records, await countNotes(ctx.db, choice), page)
  },

  async courses(ctx, _input, { userId }) {
    const courses = await listNoteCourses(ctx.db, userId)
    return { total: courses.reduce((sum, { notes }) => sum + notes, 0), courses }
  },

  async ofLesson(ctx, { periodId, scheduleId }, { userId }) {
    return { notes: await listLessonNotes(ctx.db, { userId, periodId, scheduleId }, ctx.clock.now()) }
  },

  async add(ctx, { periodId, scheduleId, clientKey, text: typed, ...place }, session) {
    const { userId } = session
    const now = new Date(ctx.clock.now())
    const text = readText(typed)
    // one at a time: neither the ceiling nor the same note sent twice slips through
    await lockUser(ctx.db, userId)
    const before = await findNote(ctx.db, userId, { clientKey }, now.getTime())
    if (before) return before
    const lesson = await findLesson(ctx.db, { periodId, scheduleId, userId }, now)
    if (!lesson) throw new ApiError(Code.NotFound, '没有找到这节课')
    const access = await checkAccess(ctx.db, session, lesson, now)
    if (access.checkCode !== CheckCode.pass) throw new ApiError(Code.Toast, access.message)
    await checkCounts(ctx, userId, periodId)
    const where = await placeOf(ctx, lesson, place)
    const { courseId, scheduleId: ofClass } = lesson
    const id = await insertNote(
      ctx.db,
      { userId, courseId, periodId, scheduleId: ofClass, clientKey, ...where, text },
      now,
    )
    const note = await findNote(ctx.db, userId, { id }, now.getTime())
    if (!note) throw new Error(`The note ${id} is gone.`)
    return note
  },

  async edit(ctx, { id, version, text: typed }, { userId }) {
    const now = new Date(ctx.clock.now())
    const text = readText(typed)
    const isChanged = await updateNote(ctx.db, { userId, id, version, text }, now)
    const note = await findNote(ctx.db, userId, { id }, now.getTime())
    if (!note) throw new ApiError(Code.NotFound, unknown)
    // who sent it twice, or typed the same elsewhere, has what they wanted
    if (!isChanged && note.text !== text) throw new ApiError(Code.Toast, '这条笔记刚在别处改过，看过新的内容再保存一次')
    return note
  },

  async remove(ctx, { id }, { userId }) {
    if (!(await deleteNote(ctx.db, userId, id))) throw new ApiError(Code.NotFound, unknown)
    return true
  },

  async export(ctx, { courseId, afterId }, { userId }) {
    return listNotesAfter(ctx.db, { userId, courseId, afterId }, ctx.clock.now())
  },
}
