import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { answersTo, type BuiltExam, beginExam, buildExam, objective, submitExam } from '../support/exam-steps.ts'
import { readState } from '../support/guarded-pages.ts'
import { readFacts } from '../support/page-facts.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
let learner: Learner
let exam: BuiltExam

beforeAll(async () => {
  school = await startSchool()
  learner = await registerLearner(school.backend)
  exam = await buildExam(school.backend, { questions: objective, attemptsAllowed: 2 })
  const page = await beginExam(school.backend, learner, exam.id)
  await submitExam(school.backend, learner, page, answersTo(exam, 'right'))
})
afterAll(() => school?.close())

const visit = (path: string, who: Learner | undefined = learner) =>
  who ? school.site.get(path).set('Cookie', who.cookie) : school.site.get(path)
/** Addresses with the titles that they have, before and after a paper was taken. */
const addresses = (): readonly (readonly [path: string, title: string])[] => [
  ['/user/testPaper', '我的测试'],
  ['/user/testPaper?tab=over', '我的测试'],
  ['/user/testPaper?tab=mistakes', '我的测试'],
  ['/user/testPaper?tab=today', '我的测试'],
  [`/exam/${exam.id}`, '单元测验'],
  [`/exam/${exam.id}?view=result&attempt=1`, '成绩：'],
]

describe('a page of exams', () => {
  it('is whole for its learner, and for nobody else’s eyes', async () => {
    for (const [path, title] of addresses()) {
      const answer = await visit(path)
      const { title: found, robots, headings } = readFacts(answer.text, path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(found).toContain(title)
      expect(headings).toHaveLength(1)
      expect(robots).toContain('noindex')
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
  })

  it('asks a visitor to log in, and shows nothing', async () => {
    for (const [path] of addresses()) {
      const answer = await school.site.get(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(readState(answer.text).view.askLogin).toEqual({ closable: false, via: 'page' })
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.text).not.toContain('单元测验')
    }
  })

  it('without a number leads to the list', async () => {
    for (const path of ['/exam', '/exam/0', '/exam/00012']) {
      const answer = await visit(path)
      expect([path, answer.status, answer.headers.location]).toEqual([path, 302, '/user/testPaper'])
    }
  })

  it('of another’s attempt or no paper is unknown', async () => {
    const stranger = await registerLearner(school.backend)
    for (const path of [`/exam/${exam.id}?view=result`, `/exam/${exam.id}?view=mark&attempt=1`, '/exam/987654321']) {
      const answer = await visit(path, stranger)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
  })

  it('never has a right answer before it may be seen', async () => {
    const closed = await buildExam(school.backend, { questions: objective })
    const answer = await visit(`/exam/${closed.id}`)
    expect(answer.text).not.toMatch(/闭塞影|课上讲过/)
    expect((await visit(`/exam/${exam.id}?view=result`)).text).toContain('课上讲过')
  })
})
