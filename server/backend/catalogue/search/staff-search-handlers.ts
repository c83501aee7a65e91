import { movedSince } from '#server/backend/audit/moved-since.ts'
import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { staffSearchApi } from '#shared/contract/staff-search.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { messageButtonUrl } from '#shared/rules/message-button.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'
import { foldText } from './indexing/fold.ts'
import { loadReader } from './indexing/reading.ts'
import { listSearchMisses } from './search-miss-store.ts'
import {
  type ChosenTerm,
  countChosenTerms,
  listChosenTerms,
  lockChosenTerm,
  removeChosenTerm,
  writeChosenTerm,
} from './staff-hot-term-store.ts'
import {
  countSynonyms,
  type EditedSynonyms,
  hasCollege,
  listSynonyms,
  lockSynonyms,
  removeSynonyms,
  writeSynonyms,
} from './staff-synonym-store.ts'
import { foldGroup, synonymKey } from './synonym-store.ts'

/** Each search looks its words up among all groups, and the panel of terms shows twelve. */
const mostGroups = 5000
const mostTerms = 200

interface Seen {
  readonly id?: number | undefined
  readonly version?: number | undefined
}

const synonyms = { subject: 'synonym', noun: '这组同义词', gone: '没有找到这组同义词' }
const hotTerms = { subject: 'hot-term', noun: '这个热词', gone: '没有找到这个热词' }

/**
 * The row that is to be changed, held, in the version that the caller has seen; undefined for a new one. Throws 4004 in words
 * when somebody was faster, 404 when there is none.
 */
async function demandSeen<T extends { version: number }>(
  ctx: StaffCallContext,
  { id, version }: Seen,
  { lock, subject, noun, gone }: typeof synonyms & { lock: (id: number) => Promise<T | undefined> },
): Promise<T | undefined> {
  if (id === undefined && version === undefined) return undefined
  if (id === undefined || version === undefined) throw new ApiError(Code.Toast, '修改时要带上编号和版本')
  const row = await lock(id)
  if (!row) throw new ApiError(Code.NotFound, gone)
  if (row.version !== version) throw await movedSince(ctx.db, { subject, id, noun })
  return row
}

const heldSynonyms = (ctx: StaffCallContext, seen: Seen): Promise<EditedSynonyms | undefined> =>
  demandSeen(ctx, seen, { ...synonyms, lock: (id) => lockSynonyms(ctx.db, id) })
const heldTerm = (ctx: StaffCallContext, seen: Seen): Promise<ChosenTerm | undefined> =>
  demandSeen(ctx, seen, { ...hotTerms, lock: (id) => lockChosenTerm(ctx.db, id) })

function toHotTerm({ id, version, courseName, url, sort, enabled }: ChosenTerm) {
  return { id, version, name: courseName, url, sort, enabled }
}

export const staffSearchHandlers: Handlers<typeof staffSearchApi> = {
  async synonyms(ctx, { text, ...page }) {
    // words are compared without blanks, what they lead to as it is written
    const texts = text?.trim() ? [synonymKey(text), foldText(text).trim()] : undefined
    const { rows, total } = await listSynonyms(ctx.db, page, texts)
    return toPage(rows, total, page)
  },

  async saveSynonym(ctx, { id, version, enabled, ...typed }) {
    const old = await heldSynonyms(ctx, { id, version })
    const group = foldGroup(typed, await loadReader())
    if (group.words.length === 0) throw new ApiError(Code.Toast, '同义词里至少要有一个文字、字母或数字')
    if (group.related.length === 0) throw new ApiError(Code.Toast, '还没有填写要找的内容')
    if (group.collegeId !== null && !(await hasCollege(ctx.db, group.collegeId)))
      throw new ApiError(Code.Toast, '没有这个学院')
    if (!old && (await countSynonyms(ctx.db)) >= mostGroups)
      throw new ApiError(Code.Toast, `同义词最多 ${mostGroups} 组，请先删掉不用的`)
    const saved = await writeSynonyms(ctx.db, old?.id, { ...group, enabled })
    const { sounds: _, ...after } = group
    await ctx.acts.record(ctx.db, {
      action: old ? 'synonym.change' : 'synonym.create',
      subject: synonyms.subject,
      subjectId: saved.id,
      before: old,
      after: { ...after, enabled, version: saved.version },
    })
    return saved
  },

  async deleteSynonym(ctx, seen) {
    const old = await heldSynonyms(ctx, seen)
    await removeSynonyms(ctx.db, seen.id)
    await ctx.acts.record(ctx.db, {
      action: 'synonym.delete',
      subject: synonyms.subject,
      subjectId: seen.id,
      before: old,
    })
    return null
  },

  async hotTerms(ctx, page) {
    const { rows, total } = await listChosenTerms(ctx.db, page)
    return toPage(rows.map(toHotTerm), total, page)
  },

  async saveHotTerm(ctx, { id, version, name, url, sort, enabled }) {
    const old = await heldTerm(ctx, { id, version })
    const target = url ? messageButtonUrl(url) : null
    if (target === undefined) throw new ApiError(Code.Toast, '网址要以 / 开头，或是完整的 http、https 地址')
    if (!old && (await countChosenTerms(ctx.db)) >= mostTerms)
      throw new ApiError(Code.Toast, `热词最多 ${mostTerms} 个，请先删掉不用的`)
    const saved = await writeChosenTerm(ctx.db, old?.id, { courseName: name, url: target, sort, enabled })
    if (!saved) throw new ApiError(Code.Toast, '已经有这个热词')
    await ctx.acts.record(ctx.db, {
      action: old ? 'hot-term.change' : 'hot-term.create',
      subject: hotTerms.subject,
      subjectId: saved.id,
      before: old && toHotTerm(old),
      after: { name, url: target, sort, enabled, version: saved.version },
    })
    ctx.purge([tagOfAll('common')])
    return saved
  },

  async deleteHotTerm(ctx, seen) {
    const old = await heldTerm(ctx, seen)
    await removeChosenTerm(ctx.db, seen.id)
    await ctx.acts.record(ctx.db, {
      action: 'hot-term.delete',
      subject: hotTerms.subject,
      subjectId: seen.id,
      before: old && toHotTerm(old),
    })
    ctx.purge([tagOfAll('common')])
    return null
  },

  async misses(ctx, { days, ...page }) {
    const since = shanghaiDay(ctx.clock.now() - (days - 1) * dayMs)
    const { rows, total } = await listSearchMisses(ctx.db, since, page)
    return toPage(rows, total, page)
  },
}
