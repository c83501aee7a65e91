import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { redactLine } from './redact.ts'

function lineOf(values: object, message = ''): string {
  const lines: string[] = []
  createLogger({ level: 'info', write: (line) => lines.push(line) }).info(values, message)
  return lines[0] ?? ''
}

describe('a log line', () => {
  it('is one JSON object with the time in UTC', () => {
    const line = lineOf({ a: 1 }, 'two\r\nlines')
    expect(line.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(line)).toMatchObject({ level: 30, a: 1, msg: 'two\r\nlines' })
    expect((JSON.parse(line) as { time: string }).time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it('shows only a phone’s first three and last four digits', () => {
    const line = lineOf(
      { phone: 13812345678, deep: { list: ['+8613912345678', 'call 15000001234.'] } },
      'to 18812340000',
    )
    expect(JSON.parse(line)).toMatchObject({
      phone: '138****5678',
      deep: { list: ['+86139****5678', 'call 150****1234.'] },
      msg: 'to 188****0000',
    })
    expect(line).not.toMatch(/1[3-9]\d{9}/)
  })

  it('leaves times, prices and longer numbers as they are', () => {
    const values = { time: 1_795_285_494_667, id: 138_123_456_789, price: '1380.00' }
    expect(JSON.parse(lineOf(values))).toMatchObject({ id: values.id, price: '1380.00' })
    expect(lineOf({ at: 1_795_285_494_667 })).toContain('1795285494667')
  })

  it('holds no token, cookie or password, at any depth', () => {
    const line = lineOf(
      {
        url: '/a?x=1&token=topsecret&y=2',
        req: { headers: { cookie: 'session=topsecret', authorization: 'Bearer topsecret' } },
        password: 'topsecret',
        body: { smsCode: 'topsecret', token: 'topsecret' },
        cookies: '__Host-session=topsecret; a=b',
        err: new Error('GET /x?token=topsecret failed'),
        'set-cookie': ['session=topsecret'],
      },
      'login with token=1 at /y?token=topsecret',
    )
    expect(line).not.toContain('topsecret')
    expect(JSON.parse(line)).toMatchObject({ url: '/a?x=1&token=[redacted]&y=2' })
  })

  it.each([
    ['an escaped name', '/a?%74oken=topsecret&y=2'],
    ['a name escaped twice', '/a?%2574oken=topsecret'],
    ['an address in an address', '/auth/login?redirect=%2Fa%3Ftoken%3Dtopsecret%26b%3D1'],
    ['an address in an address, bare', '/auth/login?redirect=/a?token=topsecret'],
    ['a preview', '/preview/live/3?previewToken=topsecret'],
    ['a post that its address opens', '/bbs/detail/encrypt?id=topsecret'],
    ['the same, escaped and not first', '/bbs/detail/%65ncrypt?a=1&%69d=topsecret'],
    [
      'a phone of another country',
      '/api/auth/check/phoneNum/exist?nationCode=852&phoneNum=topsecret'.replace('topsecret', '91234567'),
    ],
    ['the same, escaped', '/api/x?phoneNum=%2B8529%31234567'],
    ['a phone in a search', '/search?searchText=%31%33800138000'],
  ])('holds no secret of an address: %s', (_what, url) => {
    const line = lineOf({ url }, `GET ${url}`)
    expect(line).not.toMatch(/topsecret|91234567|9%31234567|13800138000|%31%33800138000/)
    expect(() => JSON.parse(line) as unknown).not.toThrow()
  })

  it('holds no foreign phone in a field or sentence', () => {
    const line = lineOf({ phoneNum: '91234567', deep: { mobile: 7911123456 } }, 'calls +447911123456 now')
    expect(line).not.toMatch(/91234567|7911123456/)
    expect(lineOf({ url: '/bbs/detail/7?id=12&code2=ok', ids: '1234567' })).toContain('/bbs/detail/7?id=12&code2=ok')
  })

  it('stays JSON whatever stands in a secret', () => {
    for (const secret of ['a"b', 'a\\', '\\"', '{"x":1}', '\n'])
      expect(() => JSON.parse(redactLine(JSON.stringify({ token: secret, next: 1 }))) as unknown).not.toThrow()
  })

  it('is one JSON object of at most 16 KiB', () => {
    const line = lineOf(
      { list: Array.from({ length: 5000 }, (_, index) => `item ${index}`), deep: { text: 'x'.repeat(50_000) } },
      'y'.repeat(50_000),
    )
    expect(line.length).toBeLessThanOrEqual(16 * 1024)
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      deep: { text: expect.stringMatching(/^x+…$/) },
      msg: expect.stringMatching(/^y+…$/),
    })
    const wide = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`field${index}`, Array.from({ length: 40 }, () => 'z'.repeat(400))]),
    )
    expect(lineOf(wide, 'text').length).toBeLessThanOrEqual(16 * 1024)
    expect(JSON.parse(lineOf(wide, 'text'))).toMatchObject({ level: 30, msg: 'text' })
  })
})

/** A fault as PostgreSQL tells it: what it is about stands in its message and in fields of its own. */
function databaseFault(code: string, message: string): Error {
  const about = {
    detail: 'Failing row contains (7, 张小明).',
    where: "unnamed portal parameter $1 = '张小明'",
    query: 'select $1',
    params: ['张小明'],
    parameters: ['张小明'],
    hint: '张小明',
    internalQuery: "select '张小明'",
  }
  return Object.assign(new Error(message), {
    severity: 'ERROR',
    code,
    table: 'users',
    constraint: 'users_name_key',
    ...about,
  })
}

describe('an error in a log line', () => {
  it('a database’s tells kind, place, calls, nothing of rows', () => {
    const line = lineOf(
      { err: databaseFault('23505', 'duplicate key value violates unique constraint "users_name_key"') },
      'a call failed',
    )
    expect(line).not.toContain('张小明')
    const { err } = JSON.parse(line) as { err: Record<string, string> }
    expect(err).toMatchObject({
      type: 'Error',
      code: '23505',
      table: 'users',
      constraint: 'users_name_key',
      message: 'duplicate key value violates unique constraint "users_name_key"',
    })
    expect(err.stack).toMatch(/^Error: duplicate key .+\n {4}at databaseFault /)
  })

  it.each([
    ['22P02', 'invalid input syntax for type integer: "张小明"', 'invalid input syntax for type integer: "…"'],
    ['22P02', 'invalid input syntax for type integer: "a "张小明" b"', 'invalid input syntax for type integer: "…"'],
    ['22003', 'value "138001380001" is out of range for type integer', 'value "…" is out of range for type integer'],
    ['42601', 'syntax error at or near "zhang"', 'syntax error at or near "…"'],
    ['42P01', 'relation "users" does not exist', 'relation "users" does not exist'],
    ['42704', 'type "张小明" does not exist', 'type "…" does not exist'],
    [
      '22021',
      'invalid byte sequence for encoding "UTF8": 0xe5 0xbc',
      'invalid byte sequence for encoding "…": 0x… 0x…',
    ],
  ])('%s: %s', (code, message, expected) => {
    const lines: string[] = []
    createLogger({ level: 'info', write: (line) => lines.push(line) }).error(databaseFault(code, message))
    const line = lines.join()
    expect(line).not.toMatch(/张小明|138001380001|zhang/)
    const { err, msg } = JSON.parse(line) as { err: { message: string }; msg: string }
    expect([err.message, msg]).toEqual([expected, 'error'])
  })

  it('says the same of its causes, in bounded length', () => {
    const fault = databaseFault('22P02', `invalid input: "${'张小明'.repeat(9000)}\n    at 张小明 (a.ts:1:1)"`)
    const line = lineOf({
      err: new AggregateError(
        Array.from({ length: 50 }, () => fault),
        'many',
        { cause: fault },
      ),
      error: fault,
    })
    expect(line).not.toContain('张小明')
    expect(line.length).toBeLessThan(16 * 1024)
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'AggregateError', message: 'many', cause: { code: '22P02' } },
    })
  })
})
