import type { Page } from '#client/pages/define-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import type { CallContext, Upstream } from '#server/proxy/upstream.ts'
import { type Answers, createAnswers } from './learner-frame.ts'
import type { PageBudgets } from './page-budgets.ts'
import type { Prepared } from './prepare-page.ts'
import { type Credentials, type StartedSession, startSession } from './session.ts'
import { within } from './within.ts'

/** Somebody's visit to a page that is made for them. */
export interface PersonalVisit {
  readonly url: URL
  readonly match: PageMatch<Page> | undefined
  readonly api: ReturnType<Upstream['api']>
  readonly context: Credentials & CallContext
  /** The frame may go out before the page's data: a browser asks. */
  readonly mayFrame: boolean
}

export interface MadePage {
  readonly kind: 'made'
  readonly started: StartedSession
  readonly prepared: Prepared
}

/** The page isn't there in its time: its frame goes out, and behind it what still comes. */
export interface FramedPage {
  readonly kind: 'frame'
  /** Undefined while the service hasn't said who it is. */
  readonly started: StartedSession | undefined
  readonly answers: Answers
  /** Resolves when no more will come; rejects when the page threw. */
  readonly rest: Promise<void>
}

export interface PersonalPagesOptions {
  readonly upstream: Upstream
  readonly budgets: Required<PageBudgets>
  readonly prepare: (
    visit: PersonalVisit,
    started: StartedSession,
    data: { readonly criticalMs: number; readonly answers: Answers },
  ) => Promise<Prepared>
}

/** Critical data have so long at the least, however late the user information was. */
export const leastCriticalMs = 150

/** Makes pages for one visitor: the whole page when it is there in time, else its frame, so that the first byte comes within a second. */
export function createPersonalPages({ upstream, budgets, prepare }: PersonalPagesOptions): {
  open(visit: PersonalVisit, onMade: () => void): Promise<MadePage | FramedPage>
} {
  const { sessionMs, learnerMs, privateMs } = budgets

  return {
    async open(visit, onMade) {
      const began = performance.now()
      const elapsed = (): number => performance.now() - began
      const { match, context, mayFrame } = visit
      const page = match?.page
      const answers = createAnswers()
      const isKept = page !== undefined && page.cache !== 'never'
      let started: StartedSession | undefined
      let knownAt = 0

      /** Who it is, and what their page shows. */
      async function make(): Promise<MadePage> {
        // What is the learner's alone is nothing as a visitor's page.
        const session = await startSession(
          (callMs) => upstream.api({ ...context, deadlineMs: callMs }),
          { totalMs: isKept || page === undefined ? sessionMs : privateMs, elapsed: () => performance.now() },
          context,
          upstream.asksEverybodyToLogin,
        )
        started = session
        knownAt = elapsed()
        if (session.user) answers.noteUser(session.user)
        // Programs that get whole pages wait no longer than visitors would, where those have the page from the cache.
        const isBounded = isKept && !mayFrame
        const criticalMs = isBounded ? Math.max(leastCriticalMs, learnerMs - elapsed()) : privateMs
        return { kind: 'made', started: session, prepared: await prepare(visit, session, { criticalMs, answers }) }
      }

      const made = make().finally(onMade)
      if (!mayFrame) return made
      const inTime =
        (await within(made, learnerMs)) ??
        (started && (await within(made, Math.max(0, knownAt + leastCriticalMs - elapsed()))))
      if (inTime) return inTime
      return { kind: 'frame', started, answers, rest: made.then(() => answers.settled()) }
    },
  }
}
