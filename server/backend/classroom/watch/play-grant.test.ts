import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyedHash } from '#server/backend/base/secret.ts'
import {
  createSecretHash,
  everybody,
  isMediaFolder,
  type MediaMode,
  type PlayGrant,
  readGrant,
  sessionMark,
  signGrant,
} from '#server/media/play-grant.ts'

const hash = createSecretHash('a secret that only the site knows, 40 ch')
const now = Date.parse('2026-03-11T12:00:00+08:00')
const film: PlayGrant = {
  folder: 'film',
  mode: { kind: 'film', seconds: 2700 },
  expires: now + 600_000,
  who: everybody,
}

const folders = fc.stringMatching(/^[a-z0-9][A-Za-z0-9_-]{0,20}(?:\/[A-Za-z0-9_-]{1,12}){0,4}$/)
const modes: fc.Arbitrary<MediaMode> = fc.oneof(
  fc.record({ kind: fc.constant('film' as const), seconds: fc.option(fc.integer({ min: 1, max: 86_400 })) }),
  fc.constant({ kind: 'live' as const }),
  fc
    .tuple(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 1e9 }))
    .map(([begin, length]) => ({ kind: 'clock' as const, begin, end: begin + length })),
)

/** A payload that is sealed as ours are, whatever it says. */
function seal(payload: string): string {
  const text = Buffer.from(payload).toString('base64url')
  return `${text}.${hash('play grant', text).toString('base64url')}`
}

describe('a grant', () => {
  it('says what was signed, whatever that is', () => {
    fc.assert(
      fc.property(folders, modes, fc.integer({ min: 1, max: 600 }), (folder, mode, seconds) => {
        const grant = { folder, mode, expires: now + seconds * 1000, who: everybody }
        expect(readGrant(hash, signGrant(hash, grant), now, undefined)).toEqual(grant)
      }),
    )
  })

  it('stands in an address as it is', () => {
    expect(signGrant(hash, film)).toMatch(/^[\w-]+\.[\w-]{43}$/)
  })

  it('counts until its time is over', () => {
    const text = signGrant(hash, film)
    expect(readGrant(hash, text, film.expires - 1, undefined)).toEqual(film)
    expect(readGrant(hash, text, film.expires, undefined)).toBe('expired')
  })

  it('of more than ten minutes is none', () => {
    expect(readGrant(hash, signGrant(hash, { ...film, expires: now + 3_600_000 }), now, undefined)).toBe('seal')
  })

  it('of a session is for that session alone', () => {
    const text = signGrant(hash, { ...film, who: sessionMark(hash, 'token of A') })
    expect(readGrant(hash, text, now, 'token of A')).toMatchObject({ folder: 'film' })
    expect(readGrant(hash, text, now, 'token of B')).toBe('session')
    expect(readGrant(hash, text, now, undefined)).toBe('session')
  })

  it('with any other character is refused', () => {
    const text = signGrant(hash, film)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('A', 'b', '7', '_', '-', '.', '/', ' '), (place, letter) => {
        fc.pre(text[place] !== letter)
        expect(readGrant(hash, `${text.slice(0, place)}${letter}${text.slice(place + 1)}`, now, undefined)).toBe('seal')
      }),
    )
  })

  it('under another secret is refused', () => {
    expect(
      readGrant(createSecretHash('another secret of the same kind, 40 chars'), signGrant(hash, film), now, undefined),
    ).toBe('seal')
  })

  it('is sealed by the backend’s own hash', () => {
    const secret = 'a secret that only the site knows, 40 ch'
    expect(readGrant(hash, signGrant(createKeyedHash(secret).of, film), now, undefined)).toEqual(film)
  })

  it.each(['', '.', 'a.b', 'x'.repeat(5000), `${'A'.repeat(40)}.${'A'.repeat(43)}`])('isn’t %j', (text) => {
    expect(readGrant(hash, text, now, undefined)).toBe('seal')
  })

  const soon = Math.floor((now + 1000) / 1000).toString(36)
  it.each([
    `../etc:f:${soon}:*`,
    `film/../x:f:${soon}:*`,
    `/film:f:${soon}:*`,
    `film:f0:${soon}:*`,
    `film:f90000:${soon}:*`,
    `film:c2-1:${soon}:*`,
    `film:c1-1:${soon}:*`,
    `film:x:${soon}:*`,
    `film:f:${soon}:short`,
    `film:f:${soon}:`,
    `film:f:${soon}:**`,
    `film:l:${soon}:*\n`,
    `film:f:${soon}`,
  ])('isn’t the payload %j, though it is sealed', (payload) => {
    expect(readGrant(hash, seal(payload), now, undefined)).toBe('seal')
  })

  it('is read when it is sealed as these are', () => {
    expect(readGrant(hash, seal(`film:f:${soon}:*`), now, undefined)).toMatchObject({
      mode: { kind: 'film', seconds: null },
    })
  })

  it.each<[string, Partial<PlayGrant>]>([
    ['a folder that leads elsewhere', { folder: '../film' }],
    ['no folder', { folder: '' }],
    ['a film of no length', { mode: { kind: 'film', seconds: 0 } }],
    ['a film of more than a day', { mode: { kind: 'film', seconds: 86_401 } }],
    ['half a second', { mode: { kind: 'film', seconds: 1.5 } }],
    ['a clock that runs backwards', { mode: { kind: 'clock', begin: now, end: now - 1 } }],
    ['no time', { expires: Number.NaN }],
    ['nobody', { who: '' }],
  ])('isn’t signed for %s', (_what, wrong) => {
    expect(() => signGrant(hash, { ...film, ...wrong })).toThrow('no grant')
  })
})

describe('a folder of the store', () => {
  it.each(['film', 'a/b/c/d/e', 'live/12/1', 'live/12/replay-3', '0_x'])('%s', (name) =>
    expect(isMediaFolder(name)).toBe(true),
  )
  it.each([
    '',
    '/',
    '.',
    '..',
    'a/..',
    'a//b',
    '/a',
    'a/',
    'A',
    'a/b/c/d/e/f',
    'a b',
    'a\\b',
    'a%2e',
    'ä',
    'a\n',
    'a.b',
    'x'.repeat(201),
  ])('isn’t %j', (name) => expect(isMediaFolder(name)).toBe(false))
})
