import * as z from 'zod/mini'

/** One environment variable: how its text is checked and read, and what the documentation says of it. */
export interface Setting<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly schema: S
  /** In the operator's words, one sentence or more without a full stop. */
  readonly meaning: string
  /** What holds when the variable isn't set, where the schema alone doesn't say it. */
  readonly byDefault: string | undefined
}

/** What a group of settings reads as. */
export type Values<G extends Readonly<Record<string, Setting>>> = { readonly [K in keyof G]: z.output<G[K]['schema']> }

/** Declares an environment variable; `byDefault` only where the schema's own default would be wrong or unreadable. */
export function setting<S extends z.ZodMiniType>(schema: S, meaning: string, byDefault?: string): Setting<S> {
  return { schema, meaning, byDefault }
}

const booleanWord = z.string().check(z.regex(/^(true|false|1|0|yes|no)$/, 'must be true or false'))
const toBoolean = z.transform((value: string) => /^(true|1|yes)$/.test(value))

export const flag = (byDefault: boolean) => z.pipe(z._default(booleanWord, String(byDefault)), toBoolean)

/** Undefined when it isn't set. */
export const optionalFlag = z.optional(z.pipe(booleanWord, toBoolean))

export const integer = (byDefault: number, from: number, to: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')), String(byDefault)),
    z.pipe(z.transform(Number), z.int().check(z.gte(from), z.lte(to))),
  )

/** Undefined when it isn't set. */
export const optionalInteger = (from: number, to: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
      z.pipe(z.transform(Number), z.int().check(z.gte(from), z.lte(to))),
    ),
  )

export const text = (byDefault: string) => z._default(z.string(), byDefault)

/** Undefined when it isn't set; the sentence of a wrong one ends with `fault`. */
export const matching = (pattern: RegExp, fault: string) => z.optional(z.string().check(z.regex(pattern, fault)))

export const httpUrl = matching(/^https?:\/\/\S+$/, 'must begin with http:// or https://')

/** Address of a service: `http://`, `https://`, or `unix:/path` of a socket. */
export const serviceUrl = z.optional(
  z.string().check(
    z.regex(/^(https?:\/\/|unix:)\S+$/, 'must begin with http://, https:// or unix:'),
    z.refine((value) => value.startsWith('unix:') || URL.canParse(value), 'must be a whole address'),
  ),
)

/** The parts of a text with commas between. */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
