import { expect, test } from 'vitest'
import { decidePopup, type PopupFacts } from './chat-popup.ts'

const now = Date.parse('2026-03-11T14:00:00+08:00')
const midnight = Date.parse('2026-03-12T00:00:00+08:00')
const second = 1000

const facts: PopupFacts = {
  now,
  memory: { limit: undefined, limitEnd: undefined },
  isListed: true,
  isOnDuty: true,
  hasWindow: false,
  user: null,
  isInCompany: false,
}
const learner = { adminRole: false, customerStatus: 0 }
const kept = (count: number, last: number, limitEnd: unknown = midnight) => ({ limit: { count, last }, limitEnd })

test('opens for who was never asked, and notes it', () => {
  expect(decidePopup(facts)).toEqual({ limit: { count: 1, last: now }, limitEnd: midnight })
})

test.each<[string, Partial<PopupFacts>, boolean]>([
  ['on a page that isn’t listed', { isListed: false }, false],
  ['while nobody is there', { isOnDuty: false }, false],
  ['beside another window', { hasWindow: true }, false],
  ['for a learner', { user: learner }, true],
  ['for an administrator', { user: { ...learner, adminRole: true } }, false],
  ['for a customer of status 3', { user: { ...learner, customerStatus: 3 } }, false],
  ['for a customer of status 2', { user: { ...learner, customerStatus: 2 } }, true],
  ['in the company', { isInCompany: true }, false],
  [
    'in the company, for an administrator of status 3',
    { isInCompany: true, user: { adminRole: true, customerStatus: 3 } },
    false,
  ],
  ['a second time', { memory: kept(1, now - 30 * second) }, true],
  ['a third time', { memory: kept(2, now - 30 * second) }, true],
  ['a fourth time', { memory: kept(3, now - 3600 * second) }, false],
  ['a fourth time, after midnight', { memory: kept(3, now - 86_400 * second, now - second) }, true],
  ['29 seconds after the last', { memory: kept(1, now - 29 * second) }, false],
  ['30 seconds after the last', { memory: kept(1, now - 30 * second) }, true],
  ['29 seconds after the last, past midnight', { memory: kept(3, now - 29 * second, now - second) }, false],
  ['with a count that is no number', { memory: { limit: { count: 'x', last: 'y' }, limitEnd: midnight } }, true],
  ['with a bare count', { memory: { limit: 3, limitEnd: midnight } }, true],
  ['with a negative count', { memory: kept(-1, 0) }, true],
  ['with an end of the day years away', { memory: kept(3, 0, now + 400 * 86_400 * second) }, true],
  ['with an end that is no number', { memory: kept(3, 0, 'tomorrow') }, true],
  ['after a moment that is still to come', { memory: kept(1, now + 3600 * second) }, true],
])('opens %s or not', (_case, more, opens) => {
  expect(decidePopup({ ...facts, ...more }) !== undefined).toBe(opens)
})

test('opens three times a day, then the next day', () => {
  let memory: PopupFacts['memory'] = facts.memory
  const opened: number[] = []
  for (let at = now; at < midnight + 3600 * second; at += 10 * second) {
    const next = decidePopup({ ...facts, now: at, memory })
    if (!next) continue
    opened.push(at)
    memory = next
  }
  expect(opened.map((at) => at - now)).toEqual([
    0,
    30 * second,
    60 * second,
    midnight - now,
    midnight - now + 30 * second,
    midnight - now + 60 * second,
  ])
})
