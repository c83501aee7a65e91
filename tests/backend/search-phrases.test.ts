import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import {
  countAnswers,
  figuresOf,
  judgeSearch,
  readSearchCatalogue,
  type SearchCatalogue,
  type SearchFigures,
  type SearchVerdict,
} from '../support/search-judge.ts'
import { type SearchHalf, searchTopics } from '../support/search-topics.ts'

/** What is reached; raised with the search, never lowered. The held-out half was run once, when the search was done: 0.966 and 0.957. */
const least = { tune: { hit10: 0.98, hit3: 0.93 }, 'held-out': { hit10: 0.93, hit3: 0.8 } } as const

/** SEARCH_HALF=held-out judges the half on which nothing was tuned. */
const half: SearchHalf = process.env.SEARCH_HALF === 'held-out' ? 'held-out' : 'tune'

let backend: TestBackend
let catalogue: SearchCatalogue
beforeAll(async () => {
  backend = await startTestBackend()
  await refreshSearch(backend.context)
  catalogue = await readSearchCatalogue(backend)
})
afterAll(() => backend?.close())

test('every phrase has a topic that the school covers', async () => {
  const text = await readFile(new URL('../support/search-phrases.tsv', import.meta.url), 'utf8')
  const phrases = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t').slice(0, 2).join(': '))
  expect(searchTopics.map(({ subject, phrase }) => `${subject}: ${phrase}`).toSorted()).toEqual(phrases.toSorted())
  expect(new Set(searchTopics.map(({ subject, half: side }) => `${subject} ${side}`)).size).toBe(12)
  const wrong = searchTopics.filter((topic) => topic.answered && countAnswers(catalogue, topic) === 0)
  expect(wrong.map(({ phrase }) => phrase)).toEqual([])
})

function figuresLine(name: string, { count, hit10, hit3, meanReciprocalRank }: SearchFigures): string {
  const shares = `hit@10 ${hit10.toFixed(3)}, hit@3 ${hit3.toFixed(3)}, mean reciprocal rank ${meanReciprocalRank.toFixed(3)}`
  return `  ${name} (${count}): ${shares}`
}

function missLine({ topic, rank, isLoose, titles }: SearchVerdict): string {
  const place = rank === null ? 'missed' : `place ${rank}`
  const found = titles.slice(0, 4).join(' / ') || 'nothing'
  return `  ${place} ${topic.subject} ${topic.phrase} (${topic.any.join('；')})${isLoose ? ' loose' : ''}: ${found}`
}

function report(verdicts: readonly SearchVerdict[]): string {
  const answered = verdicts.filter(({ topic }) => topic.answered)
  const unanswered = verdicts.filter(({ topic }) => !topic.answered)
  const suggested = verdicts.filter(({ suggestion }) => suggestion !== null)
  const taken = unanswered.filter(({ isLoose, titles }) => !isLoose && titles.length > 0)
  return [
    `search on ${backend.database.kind}, half ${half}`,
    figuresLine('all', figuresOf(answered)),
    ...[...new Set(answered.map(({ topic }) => topic.subject))].map((subject) =>
      figuresLine(subject, figuresOf(answered.filter(({ topic }) => topic.subject === subject))),
    ),
    ...answered.filter(({ rank }) => rank === null || rank > 3).map(missLine),
    `  suggestions ${suggested.length}, nonsense ${figuresOf(verdicts).nonsense}`,
    ...suggested.map(
      ({ topic, suggestion, isSuggestionReal }) =>
        `  suggestion ${isSuggestionReal ? 'of a word' : 'of nonsense'}: ${topic.phrase} → ${suggestion}`,
    ),
    `  nothing in the catalogue answers ${unanswered.length}, of those found as they stand ${taken.length}`,
    ...unanswered.map(
      ({ topic, isLoose, titles }) =>
        `  ${topic.reason}: ${topic.phrase}${isLoose ? ' loose' : ''}: ${titles.slice(0, 3).join(' / ') || 'nothing'}`,
    ),
  ].join('\n')
}

test('what learners say finds what answers it', async () => {
  const verdicts = await judgeSearch(
    backend,
    catalogue,
    searchTopics.filter((topic) => topic.half === half),
  )
  console.log(report(verdicts))
  expect(figuresOf(verdicts).nonsense).toBe(0)
  const { hit10, hit3 } = figuresOf(verdicts.filter(({ topic }) => topic.answered))
  expect(hit10).toBeGreaterThanOrEqual(least[half].hit10)
  expect(hit3).toBeGreaterThanOrEqual(least[half].hit3)
}, 120_000)
