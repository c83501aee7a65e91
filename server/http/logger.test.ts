import { describe, expect, it } from 'vitest'
import { createLogger, redactLine } from './logger.ts'

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

  it('shows three and four digits of a phone number, as text, number or in a sentence', () => {
    const line = lineOf({ phone: 13812345678, deep: { list: ['+8613912345678', 'call 15000001234.'] } }, 'to 18812340000')
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

  it('stays JSON whatever stands in a secret', () => {
    for (const secret of ['a"b', 'a\\', '\\"', '{"x":1}', '\n'])
      expect(() => JSON.parse(redactLine(JSON.stringify({ token: secret, next: 1 }))) as unknown).not.toThrow()
  })
})
