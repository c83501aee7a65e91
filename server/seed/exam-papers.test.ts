import { describe, expect, test } from 'vitest'
import { QuestionKind } from '#shared/contract/enums.ts'
import { scoreOf } from '#shared/rules/exam-answers.ts'
import { openAttempt, ownAttempts } from './data/exam-desk.ts'
import { examPapers } from './data/exam-papers.ts'
import { examPictureNames } from './pictures/exam-pictures.ts'
import { seedPlan } from './seed-plan.ts'

const questions = examPapers.flatMap((paper) => paper.questions.map((question) => ({ ...question, of: paper.title })))
const ofKind = (...kinds: QuestionKind[]) => questions.filter(({ kind }) => kinds.includes(kind))
const courses = new Map(
  seedPlan().flatMap(({ data, courses }) => courses.map((course) => [course.name, data.subject] as const)),
)

describe('the papers of the demo', () => {
  test('are of all colleges, some for everybody', () => {
    expect(examPapers.length).toBeGreaterThanOrEqual(12)
    expect(new Set(examPapers.map(({ subject }) => subject)).size).toBe(6)
    expect(new Set(examPapers.flatMap(({ course }) => (course ? [courses.get(course)] : []))).size).toBe(6)
    expect(examPapers.filter(({ course }) => course === undefined).length).toBeGreaterThanOrEqual(2)
  })

  test('belong to courses that stand in the school', () => {
    for (const { course, subject } of examPapers) if (course) expect(courses.get(course)).toBe(subject)
  })

  test('have 180 questions of five kinds, no two alike', () => {
    expect(questions.length).toBeGreaterThanOrEqual(180)
    expect(new Set(questions.map(({ stem }) => stem)).size).toBe(questions.length)
    expect(new Set(questions.map(({ explanation }) => explanation)).size).toBe(questions.length)
    for (const { questions: own } of examPapers) expect(new Set(own.map(({ kind }) => kind)).size).toBe(5)
  })

  test('give a hundred points each', () => {
    for (const { questions: own } of examPapers) expect(own.reduce((sum, { score }) => sum + score, 0)).toBe(100)
  })
})

describe('each question', () => {
  test('explains its answer', () => {
    for (const { explanation, stem } of questions) expect(explanation.length, stem).toBeGreaterThanOrEqual(20)
  })

  test('of options has its right ones among them', () => {
    for (const { key, options, stem, kind } of ofKind(QuestionKind.single, QuestionKind.multiple)) {
      const right = key.options ?? []
      expect(new Set(options).size, stem).toBe(options.length)
      expect(
        right.every((option) => option >= 0 && option < options.length),
        stem,
      ).toBe(true)
      expect(new Set(right).size, stem).toBe(right.length)
      if (kind === QuestionKind.single) expect(right, stem).toHaveLength(1)
      else {
        expect(right.length, stem).toBeGreaterThanOrEqual(2)
        expect(right.length, stem).toBeLessThan(options.length)
      }
    }
  })

  test('of one option has it anywhere', () => {
    const places = ofKind(QuestionKind.single).map(({ key }) => key.options?.[0])
    for (const place of [0, 1, 2, 3])
      expect(places.filter((one) => one === place).length).toBeGreaterThan(places.length / 10)
    const truths = ofKind(QuestionKind.trueFalse).filter(({ key }) => key.isTrue)
    expect(truths.length / ofKind(QuestionKind.trueFalse).length).toBeGreaterThan(0.3)
    expect(truths.length / ofKind(QuestionKind.trueFalse).length).toBeLessThan(0.7)
  })

  test('with blanks has a key for each of them', () => {
    for (const { stem, key, score, kind } of ofKind(QuestionKind.fillIn)) {
      const blanks = key.blanks ?? []
      expect(stem.split('____').length - 1, stem).toBe(blanks.length)
      for (const wordings of blanks) expect(new Set(wordings).size, stem).toBe(wordings.length)
      const typed = { blanks: blanks.map((wordings) => ` ${wordings.at(-1)} `) }
      expect(scoreOf({ kind, score, key, halfForPart: true }, typed), stem).toBe(score)
    }
  })

  test('in words says what a good answer says', () => {
    for (const { stem, key, answers = [], score } of ofKind(QuestionKind.shortAnswer)) {
      expect(key.text?.length ?? 0, stem).toBeGreaterThan(20)
      for (const answer of answers) expect(answer.score, stem).toBeLessThanOrEqual(score)
    }
  })

  test('with a picture has one that is drawn', () => {
    const shown = questions.flatMap(({ picture }) => picture ?? [])
    expect([...shown].sort()).toEqual([...examPictureNames].sort())
  })
})

test('what the demo’s learner took are papers', () => {
  const titles = examPapers.map(({ title }) => title)
  for (const { title } of [...ownAttempts, openAttempt]) expect(titles).toContain(title)
})
