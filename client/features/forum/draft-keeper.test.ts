import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Draft } from '#shared/contract/post-writing.ts'
import { DraftKeeper, readKeptDraft } from './draft-keeper.ts'

const place = 'plate/1'
const written = (title: string) => ({ title, content: '', pictures: [] })

/** A server that keeps one draft; `fails` says what its next answers are, while it does its work all the same if told so. */
function createServer(draft: Draft | null = null) {
  const server = {
    draft,
    saves: 0,
    failure: undefined as { error: ApiError; isKept: boolean } | undefined,
    api: {
      async call(route: string, input: Record<string, unknown>): Promise<Draft | null> {
        if (route === 'GET /api/post/draft') return server.draft
        server.saves += 1
        const { failure } = server
        if (failure && !failure.isKept) throw failure.error
        if ((server.draft?.version ?? 0) !== input.version) throw new ApiError(Code.Toast, '改过了')
        server.write(String(input.title))
        if (failure) throw failure.error
        return server.draft
      },
    } as unknown as Api,
    /** As another device would. */
    write(title: string): void {
      const version = (server.draft?.version ?? 0) + 1
      server.draft = { place, plateId: 1, ...written(title), version, savedTime: version }
    },
  }
  return server
}

const open = (server: ReturnType<typeof createServer>): DraftKeeper =>
  new DraftKeeper({ api: server.api, userId: 7, place, known: server.draft })

const offline = (isKept: boolean) => ({ error: new ApiError(Code.Fail, '网络不通', 502), isKept })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a text is kept three seconds after the last change', async () => {
  const server = createServer()
  const keeper = open(server)
  keeper.begin(() => undefined)
  keeper.keep(written('一'))
  await vi.advanceTimersByTimeAsync(2900)
  keeper.keep(written('一二'))
  await vi.advanceTimersByTimeAsync(2900)
  expect([server.saves, readKeptDraft(7, place)?.title]).toEqual([0, '一二'])
  await vi.advanceTimersByTimeAsync(100)
  expect(server.draft?.title).toBe('一二')
  expect([keeper.state.kind, readKeptDraft(7, place)]).toEqual(['saved', undefined])
})

test('a lost answer makes no conflict', async () => {
  const server = createServer()
  const keeper = open(server)
  keeper.begin(() => undefined)
  server.failure = offline(true)
  keeper.keep(written('收到了'))
  await keeper.flush()
  expect(keeper.state.kind).toBe('failed')
  server.failure = undefined
  await vi.advanceTimersByTimeAsync(15_000)
  expect([keeper.state.kind, server.draft?.version]).toEqual(['saved', 1])
})

test('another device’s text is not written over', async () => {
  const server = createServer()
  const keeper = open(server)
  keeper.begin(() => undefined)
  server.write('沙发上写的')
  keeper.keep(written('桌前写的'))
  await keeper.flush()
  expect([keeper.state.kind, keeper.isContested()]).toEqual(['conflict', true])
  keeper.keep(written('桌前又写'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.saves, server.draft?.title, readKeptDraft(7, place)?.title]).toEqual([1, '沙发上写的', '桌前又写'])
  await keeper.insist()
  expect([server.draft?.title, keeper.state.kind]).toEqual(['桌前又写', 'saved'])
})

test('who gives way sends nothing', async () => {
  const server = createServer()
  const keeper = open(server)
  keeper.begin(() => undefined)
  server.write('沙发上写的')
  keeper.keep(written('桌前写的'))
  await keeper.flush()
  expect(keeper.giveWay()?.title).toBe('沙发上写的')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.saves, server.draft?.title, readKeptDraft(7, place)]).toEqual([1, '沙发上写的', undefined])
})

test('what one page couldn’t send the next one does', async () => {
  const server = createServer()
  server.failure = offline(false)
  const end = open(server)
  end.keep(written('断网时写的'))
  await end.flush()
  server.failure = undefined
  const next = open(server)
  expect(next.state.kind).toBe('unsaved')
  next.begin(() => undefined)
  await next.flush()
  expect([server.draft?.title, next.state.kind]).toEqual(['断网时写的', 'saved'])
})
