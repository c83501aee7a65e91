import { within } from '#server/backend/base/within.ts'
import type { Database } from './database.ts'
import { nextTurn } from './event-turn.ts'

/** Calls that go together, one statement after the other. */
interface Step {
  hasBegun: boolean
  size: number
  readonly begun: Promise<void>
  readonly over: Promise<void>
  readonly running: Promise<unknown>[]
}

/** More would keep each other waiting. */
const mostTogether = 50
/** The next ones don't wait for a straggler. */
const mostMs = 250

const steps = new WeakMap<Database, Map<string, Step>>()

function follow(last: Step | undefined): Step {
  const running: Promise<unknown>[] = []
  const begun = (last?.over ?? Promise.resolve()).then(nextTurn).then(() => {
    step.hasBegun = true
  })
  // a turn later all of them have begun
  const over = begun.then(nextTurn).then(async () => void (await within(Promise.allSettled(running), mostMs)))
  const step: Step = { hasBegun: false, size: 0, begun, over, running }
  return step
}

/**
 * Runs calls of one `key` in step: those that come while others are under way begin together when these are done. So they ask for the same
 * at the same moment, and most of their statements are one for all (`sharedRead`, `gathered`), where calls that came one after the other
 * would each ask by itself. Who comes alone begins at once.
 */
export async function inStep<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const ofDatabase = steps.get(db) ?? new Map<string, Step>()
  steps.set(db, ofDatabase)
  const last = ofDatabase.get(key)
  const isOpen = last !== undefined && !last.hasBegun && last.size < mostTogether
  const step = isOpen ? last : follow(last)
  step.size += 1
  if (!isOpen) {
    ofDatabase.set(key, step)
    void step.over.then(() => {
      if (ofDatabase.get(key) === step) ofDatabase.delete(key)
    })
  }
  await step.begun
  const done = work()
  step.running.push(done)
  return done
}
