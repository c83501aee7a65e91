import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { staffForumApi } from '#shared/contract/staff-forum.ts'
import { foldedWord } from '../word-matcher.ts'
import { listPlateRules, listStaffAmong, lockPlate, setModerators, setReviewMode } from './plate-rules-store.ts'
import {
  countWords,
  deleteWord,
  insertWord,
  listWords,
  lockWord,
  stampWords,
  updateWord,
  type WordRow,
} from './word-store.ts'

/** A text is held against so many words in a few milliseconds. */
const mostWords = 20_000
/** Fewer would be part of too much. */
const leastUnits = 2

function checkVersion(row: WordRow | undefined, version: number): WordRow {
  if (!row) throw new ApiError(Code.NotFound, '没有找到这个词')
  if (row.version !== version) throw new ApiError(Code.Toast, '这个词刚刚被同事改过，刷新后再改')
  return row
}

const twice = (): ApiError => new ApiError(Code.Toast, '词表里已经有这个词')

type PlateCalls = Pick<typeof staffForumApi, 'plates' | 'setPlate' | 'words' | 'saveWord' | 'deleteWord'>

/** What is looked at: plates, their moderators, and the word list. */
export const staffPlateHandlers: Handlers<PlateCalls> = {
  async plates(ctx) {
    return listPlateRules(ctx.db)
  },

  async setPlate(ctx, { id, reviewMode, moderatorIds }, session) {
    const plate = await lockPlate(ctx.db, id)
    if (!plate) throw new ApiError(Code.NotFound, '没有找到这个版块')
    if (reviewMode !== undefined) await setReviewMode(ctx.db, id, reviewMode)
    if (moderatorIds !== undefined) {
      const userIds = [...new Set(moderatorIds)]
      if ((await listStaffAmong(ctx.db, userIds)).length < userIds.length)
        throw new ApiError(Code.Toast, '版块的管理人要是工作人员')
      await setModerators(ctx.db, { plateId: id, userIds, byId: session.userId, now: new Date(ctx.clock.now()) })
    }
    await ctx.acts.record(ctx.db, {
      action: 'forum.plate-set',
      subject: 'plate',
      subjectId: id,
      before: { reviewMode: plate.reviewMode },
      after: { reviewMode: reviewMode ?? plate.reviewMode, moderatorIds },
    })
    return null
  },

  async words(ctx, { search = '', ...page }) {
    const { rows, total } = await listWords(ctx.db, foldedWord(search), page)
    const records = rows.map(({ savedAt, folded: _folded, ...word }) => ({ ...word, saveTime: savedAt.getTime() }))
    return toPage(records, total, page)
  },

  async saveWord(ctx, { id, version, word, action }, session) {
    const folded = foldedWord(word)
    if (folded.length < leastUnits) throw new ApiError(Code.Toast, '词太短，至少两个字')
    const saved = { word, folded, action, savedBy: session.userId, savedAt: new Date(ctx.clock.now()) }
    await stampWords(ctx.db)
    if (id === undefined) {
      if ((await countWords(ctx.db)) >= mostWords) throw new ApiError(Code.Toast, `词表最多 ${mostWords} 个词`)
      const made = await insertWord(ctx.db, saved)
      if (!made) throw twice()
      await ctx.acts.record(ctx.db, {
        action: 'forum.word-save',
        subject: 'forum-word',
        subjectId: made.id,
        after: { word, action },
      })
      return made
    }
    const before = checkVersion(await lockWord(ctx.db, id), version)
    const next = await updateWord(ctx.db, id, saved)
    if (next === undefined) throw twice()
    await ctx.acts.record(ctx.db, {
      action: 'forum.word-save',
      subject: 'forum-word',
      subjectId: id,
      before: { word: before.word, action: before.action },
      after: { word, action },
    })
    return { id, version: next }
  },

  async deleteWord(ctx, { id, version }) {
    const before = checkVersion(await lockWord(ctx.db, id), version)
    await deleteWord(ctx.db, id)
    await stampWords(ctx.db)
    await ctx.acts.record(ctx.db, {
      action: 'forum.word-delete',
      subject: 'forum-word',
      subjectId: id,
      before: { word: before.word, action: before.action },
    })
    return null
  },
}
