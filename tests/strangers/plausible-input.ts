import * as fc from 'fast-check'
import type { KnownValues } from './known-values.ts'

/** What of a schema is looked at; the library has it under this name. */
interface Definition {
  readonly type: string
  readonly in?: Schema
  readonly innerType?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
}
interface Schema {
  readonly _zod: { readonly def: Definition }
}

/** Which call it is for, and what the site has said before. */
export interface InputPlace {
  readonly path: string
  readonly known: KnownValues
}

const words = fc.constantFrom(
  '画',
  '课',
  '13800000001',
  'learner',
  'a@b.cn',
  '1',
  'password',
  '123456',
  '广东省',
  '2024-05-01',
  '1.00',
  'course',
  'png',
  'image/png',
  'abcdefabcdefabcdefabcdefabcdefab',
  '202403110001',
)
const small = fc.integer({ min: 0, max: 60 })

function ofSchema(schema: Schema, place: InputPlace): fc.Arbitrary<unknown> {
  const { type, in: before, innerType, element, options, entries, values } = schema._zod.def
  if (before) return ofSchema(before, place)
  if (type === 'optional' || type === 'nullable' || type === 'default')
    return innerType ? fc.option(ofSchema(innerType, place), { nil: undefined, freq: 4 }) : words
  if (type === 'union' && options) return fc.oneof(...options.map((option) => ofSchema(option, place)))
  if (type === 'array' && element) return fc.array(ofSchema(element, place), { maxLength: 3 })
  if (type === 'enum' && entries) return fc.constantFrom(...Object.values(entries))
  if (type === 'literal' && values) return fc.constantFrom(...values)
  if (type === 'boolean') return fc.boolean()
  if (type === 'number' || type === 'int') return small
  if (type === 'object') return plausibleInput(schema, place)
  return fc.oneof(words, small.map(String))
}

/** A field: of its kind, or, mostly, what the site itself has said under its name. */
function ofField(name: string, schema: Schema, place: InputPlace): fc.Arbitrary<unknown> {
  const known = place.known.of(place.path, name)
  const ofKind = ofSchema(schema, place)
  return known.length === 0
    ? ofKind
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: ofKind })
}

/** The names of a call's input. */
export function inputNames(schema: unknown): string[] {
  const { in: before, shape } = (schema as Schema)._zod.def
  return before ? inputNames(before) : Object.keys(shape ?? {})
}

/** Input that a call may well take: with one odd thing in it, that thing is looked at. */
export function plausibleInput(schema: unknown, place: InputPlace): fc.Arbitrary<Record<string, unknown>> {
  const { in: before, shape } = (schema as Schema)._zod.def
  if (before) return plausibleInput(before, place)
  return fc.record(
    Object.fromEntries(Object.entries(shape ?? {}).map(([name, field]) => [name, ofField(name, field, place)])),
    { noNullPrototype: true },
  )
}
