import type { StaffRole } from '#shared/contract/staff-rights.ts'
import { CaseKind, DecisionAct, type ForumTarget } from '#shared/contract/enums.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { buildStaff } from './backend-accounts.ts'
import type { TestBackend } from './backend-harness.ts'

type Decide = CallInput<'POST /api/staff/forum/decide'>

/** A reason as reviewers give one. */
export const why = { clause: 'ads', reason: '请去掉广告和联系方式。' } as const

/** A reviewer of the office, or another role. */
export async function buildReviewer(backend: TestBackend, role: StaffRole = 'education') {
  const { cookie, userId } = await buildStaff(backend, role)
  const api = backend.as(cookie)
  return {
    cookie,
    userId,
    api,
    /** The open case of a text; one that was reported and edited has two, of which that of `kind` is meant. */
    async caseOf(target: ForumTarget, targetId: number, kind?: CaseKind): Promise<number> {
      const open = await backend.db
        .selectFrom('forumCases')
        .select(['forumCases.id', 'forumCases.kind'])
        .where('forumCases.target', '=', target)
        .where('forumCases.targetId', '=', targetId)
        .where('forumCases.closedAt', 'is', null)
        .execute()
      const found = open.find((one) => one.kind === kind) ?? open[0]
      if (!found) throw new Error(`The text ${targetId} has no open case.`)
      return found.id
    },
    /** Decides the open case of a text as it stands: that of its review by a review's acts, else that of its reports. */
    async decide(target: ForumTarget, targetId: number, act: DecisionAct, more: Partial<Decide> = {}) {
      const isReview = act === DecisionAct.approve || act === DecisionAct.refuse
      const id = await this.caseOf(target, targetId, isReview ? CaseKind.review : CaseKind.report)
      const { textKey } = await api.call('GET /api/staff/forum/case', { id })
      const reasons = act === DecisionAct.approve || act === DecisionAct.keep ? {} : why
      return api.call('POST /api/staff/forum/decide', { id, textKey, act, ...reasons, ...more })
    },
  }
}

/** Lets the five minutes go by, and what was decided be told. */
export async function tell(backend: TestBackend): Promise<number> {
  backend.clock.set(backend.clock.now() + 5 * 60_000)
  return backend.runJob('forum.clock')
}

/** Titles and texts of somebody's messages, the newest first. */
export async function messagesOf(backend: TestBackend, cookie: string) {
  const { records } = await backend.as(cookie).call('GET /api/notify-message/get-message', {})
  return records
}

/** Reports a text for somebody. */
export async function report(
  backend: TestBackend,
  cookie: string,
  target: typeof ForumTarget.post | typeof ForumTarget.comment,
  id: number,
) {
  return backend.as(cookie).call('POST /api/post/report/add', { target, id, clause: 'ads', words: '一直在发广告' })
}
